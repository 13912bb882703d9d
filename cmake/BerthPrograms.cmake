# SPDX-License-Identifier: MIT
# What stands above the public line: the tool, the benchmark, the examples. All see only <berth.h>.

if(NOT TARGET berth_static)
  return()
endif()

file(GLOB_RECURSE berth_tool_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.c)
if(BERTH_BUILD_TOOL AND berth_tool_sources)
  berth_folders(folders ${PROJECT_SOURCE_DIR}/cli)
  add_executable(berth_tool ${berth_tool_sources})
  berth_compile(berth_tool ${folders})
  target_compile_options(berth_tool PRIVATE -Wconversion)
  target_compile_definitions(berth_tool PRIVATE _GNU_SOURCE)
  target_link_libraries(berth_tool PRIVATE berth_static PkgConfig::BERTH_JANSSON
                        PkgConfig::BERTH_YAML Threads::Threads m)
  set_target_properties(berth_tool PROPERTIES OUTPUT_NAME berth
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endif()

file(GLOB_RECURSE berth_bench_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.c)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND AND NOT TARGET PkgConfig::BERTH_JANSSON)
  pkg_check_modules(BERTH_JANSSON QUIET IMPORTED_TARGET jansson)
endif()
if(BERTH_BUILD_BENCH AND NOT TARGET PkgConfig::BERTH_JANSSON)
  message(STATUS "berth-bench is left out: it writes JSON by jansson (libjansson-dev)")
elseif(BERTH_BUILD_BENCH AND berth_bench_sources)
  berth_folders(folders ${PROJECT_SOURCE_DIR}/bench)
  add_executable(berth_bench ${berth_bench_sources})
  berth_compile(berth_bench ${folders})
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  string(STRIP "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}}" bench_flags)
  target_compile_definitions(berth_bench PRIVATE _GNU_SOURCE BERTH_BENCH_FLAGS="${bench_flags}")
  target_include_directories(berth_bench SYSTEM PRIVATE ${BERTH_XXHASH_INCLUDE})
  target_link_libraries(berth_bench PRIVATE berth_static berth::md PkgConfig::BERTH_JANSSON
                        Threads::Threads m)
  set_target_properties(berth_bench PROPERTIES OUTPUT_NAME berth-bench
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  # A peer to measure against, when it is there.
  find_path(BERTH_MEMCACHED_INCLUDE libmemcached/memcached.h)
  find_library(BERTH_MEMCACHED_LIBRARY memcached)
  mark_as_advanced(BERTH_MEMCACHED_INCLUDE BERTH_MEMCACHED_LIBRARY)
  if(BERTH_MEMCACHED_INCLUDE AND BERTH_MEMCACHED_LIBRARY)
    target_compile_definitions(berth_bench PRIVATE BERTH_HAVE_LIBMEMCACHED=1)
    target_include_directories(berth_bench SYSTEM PRIVATE ${BERTH_MEMCACHED_INCLUDE})
    target_link_libraries(berth_bench PRIVATE ${BERTH_MEMCACHED_LIBRARY})
  endif()
endif()

# One program per file, against the shared library, as a stranger would link it.
if(BERTH_BUILD_EXAMPLES)
  file(GLOB berth_example_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.c)
  foreach(source IN LISTS berth_example_sources)
    get_filename_component(name ${source} NAME_WE)
    add_executable(example_${name} ${source})
    berth_compile(example_${name})
    target_compile_definitions(example_${name} PRIVATE _GNU_SOURCE)
    target_link_libraries(example_${name} PRIVATE berth::berth Threads::Threads m)
    set_target_properties(example_${name} PROPERTIES OUTPUT_NAME ${name}
                          RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
  endforeach()
endif()
