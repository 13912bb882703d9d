# SPDX-License-Identifier: MIT
# berth-bench, and the copies of the library that it compares in one process.

file(GLOB_RECURSE berth_bench_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.c)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND AND NOT TARGET PkgConfig::BERTH_JANSSON)
  pkg_check_modules(BERTH_JANSSON QUIET IMPORTED_TARGET jansson)
endif()
if(NOT BERTH_BUILD_BENCH OR NOT berth_bench_sources)
  return()
elseif(NOT TARGET PkgConfig::BERTH_JANSSON)
  message(STATUS "berth-bench is left out: it writes JSON by jansson (libjansson-dev)")
  return()
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}}" bench_flags)
berth_folders(bench_folders ${PROJECT_SOURCE_DIR}/bench)

function(berth_bench_compile target)
  berth_compile(${target} ${bench_folders})
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE BERTH_BENCH_FLAGS="${bench_flags}")
  target_include_directories(${target} SYSTEM PRIVATE ${BERTH_XXHASH_INCLUDE})
  target_link_libraries(${target} PRIVATE berth_static berth::md PkgConfig::BERTH_JANSSON
                        Threads::Threads m)
endfunction()

# The sources that call berth are apart: they are linked with the library and with each copy of it.
set(berth_bench_ways berth_route berth_replicas berth_build)
set(way_sources bench_nodes ${berth_bench_ways})
list(TRANSFORM way_sources PREPEND ${PROJECT_SOURCE_DIR}/bench/)
list(TRANSFORM way_sources APPEND .c)
list(REMOVE_ITEM berth_bench_sources ${way_sources})
add_library(berth_bench_ways OBJECT ${way_sources})
berth_bench_compile(berth_bench_ways)

add_executable(berth_bench ${berth_bench_sources} $<TARGET_OBJECTS:berth_bench_ways>)
berth_bench_compile(berth_bench)
set_target_properties(berth_bench PROPERTIES OUTPUT_NAME berth-bench
                      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

# libmemcached, to measure against, where it is installed.
find_path(BERTH_MEMCACHED_INCLUDE libmemcached/memcached.h)
find_library(BERTH_MEMCACHED_LIBRARY memcached)
mark_as_advanced(BERTH_MEMCACHED_INCLUDE BERTH_MEMCACHED_LIBRARY)
if(BERTH_MEMCACHED_INCLUDE AND BERTH_MEMCACHED_LIBRARY)
  target_compile_definitions(berth_bench PRIVATE BERTH_HAVE_LIBMEMCACHED=1)
  target_include_directories(berth_bench SYSTEM PRIVATE ${BERTH_MEMCACHED_INCLUDE})
  target_link_libraries(berth_bench PRIVATE ${BERTH_MEMCACHED_LIBRARY})
endif()

# berth_bench_copy(name without libraries...) adds the ways over another build of the library, which
# is given as object libraries. Objects of the first library that match the pattern `without` are
# left out. All objects are joined, and all names are made local except those of the ways, which
# become berth_route_NAME and so on.
function(berth_bench_copy name without first)
  set(joined ${PROJECT_BINARY_DIR}/berth_copy_${name}.o)
  set(objects $<FILTER:$<TARGET_OBJECTS:${first}>,EXCLUDE,${without}>)
  foreach(library IN ITEMS ${ARGN} berth_bench_ways)
    list(APPEND objects $<TARGET_OBJECTS:${library}>)
  endforeach()
  foreach(way IN LISTS berth_bench_ways)
    list(APPEND keep --keep-global-symbol=${way})
    list(APPEND rename --redefine-sym ${way}=${way}_${name})
  endforeach()
  add_custom_command(OUTPUT ${joined}
    COMMAND ${CMAKE_LINKER} -r -o ${joined} ${objects}
    COMMAND ${CMAKE_OBJCOPY} ${keep} ${joined}
    COMMAND ${CMAKE_OBJCOPY} ${rename} ${joined}
    DEPENDS ${first} ${ARGN} berth_bench_ways ${objects}
    COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${joined} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  target_sources(berth_bench PRIVATE ${joined})
endfunction()

if(NOT CMAKE_OBJCOPY OR NOT CMAKE_LINKER OR APPLE OR BERTH_SANITIZE)
  return()
endif()

# A copy for narrower registers differs only in the sources that call cpu_width.
foreach(source IN LISTS berth_sources)
  file(STRINGS ${source} asks REGEX "cpu_width\\(")
  if(asks)
    get_filename_component(name ${source} NAME_WE)
    list(APPEND asking_sources ${source})
    list(APPEND asking ${name})
  endif()
endforeach()
list(JOIN asking "|" asking)
foreach(copy IN ITEMS plain:CPU_PLAIN avx2:CPU_AVX2)
  string(REGEX REPLACE ":.*" "" name ${copy})
  string(REGEX REPLACE ".*:" "" widest ${copy})
  berth_objects(berth_objects_${name} ${asking_sources})
  target_compile_definitions(berth_objects_${name} PRIVATE CPU_WIDEST=${widest})
  berth_bench_copy(${name} "/(${asking})\\.c" berth_objects berth_objects_${name})
endforeach()
target_compile_definitions(berth_bench PRIVATE BERTH_BENCH_LEVELS=1)

if(BERTH_BENCH_NATIVE)
  berth_objects(berth_objects_native ${berth_sources})
  target_compile_options(berth_objects_native PRIVATE -march=native)
  berth_bench_copy(native "^$" berth_objects_native)
  target_compile_definitions(berth_bench PRIVATE BERTH_BENCH_NATIVE=1)
endif()
