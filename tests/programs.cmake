# SPDX-License-Identifier: MIT
# cmocka programs: unit/*_test.c, contract/*_test.c and tool/*_test.c; fuzz targets: fuzz/*_fuzz.c.

berth_folders(support_folders ${CMAKE_CURRENT_SOURCE_DIR}/support)
set(test_folders ${berth_internal_folders} ${support_folders})
file(GLOB support_sources CONFIGURE_DEPENDS support/*.c)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND AND NOT TARGET PkgConfig::BERTH_JANSSON)
  pkg_check_modules(BERTH_JANSSON QUIET IMPORTED_TARGET jansson)
endif()

# The flags of the house without NDEBUG, so that an assert in a test can fail.
function(berth_test_compile target)
  berth_compile(${target} ${test_folders} ${ARGN})
  target_compile_options(${target} PRIVATE -UNDEBUG)
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE
                             BERTH_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}")
  target_include_directories(${target} SYSTEM PRIVATE ${BERTH_CMOCKA_INCLUDE}
                             ${BERTH_XXHASH_INCLUDE})
  target_link_libraries(${target} PUBLIC berth_inside ${BERTH_CMOCKA_LIBRARY} berth::md
                        Threads::Threads m)
  if(TARGET PkgConfig::BERTH_JANSSON)
    target_link_libraries(${target} PUBLIC PkgConfig::BERTH_JANSSON)
  endif()
endfunction()

if(support_sources)
  add_library(berth_test_support STATIC ${support_sources})
  berth_test_compile(berth_test_support)
endif()

# A test of what the tool is made of: it sees the headers of cli/, too.
function(berth_test_rooms target)
  target_compile_options(${target} PRIVATE "SHELL:-iquote ${PROJECT_SOURCE_DIR}/cli")
  target_link_libraries(${target} PRIVATE berth_tool_rooms)
endfunction()

function(berth_test_programs label)
  file(GLOB sources CONFIGURE_DEPENDS ${label}/*_test.c)
  foreach(source IN LISTS sources)
    get_filename_component(test_target ${source} NAME_WE)
    add_executable(${test_target} ${source})
    berth_test_compile(${test_target} ${CMAKE_CURRENT_SOURCE_DIR}/${label})
    if(label STREQUAL "tool")
      berth_test_rooms(${test_target})
    elseif(TARGET berth_test_support)
      target_link_libraries(${test_target} PRIVATE berth_test_support)
    endif()
    add_test(NAME ${test_target} COMMAND ${test_target})
    berth_test_properties(${test_target} ${label})
    include(${CMAKE_CURRENT_SOURCE_DIR}/${label}/${test_target}.cmake OPTIONAL)
  endforeach()
endfunction()

berth_test_programs(unit)
berth_test_programs(contract)
if(TARGET berth_tool_rooms)
  berth_test_programs(tool)
endif()

# With clang, -DBERTH_FUZZ=ON makes libFuzzer programs; otherwise each program replays its corpus.
file(GLOB fuzzers CONFIGURE_DEPENDS fuzz/*_fuzz.c)
foreach(source IN LISTS fuzzers)
  get_filename_component(name ${source} NAME_WE)
  string(REGEX REPLACE "_fuzz$" "" subject ${name})
  set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${subject})
  if(subject MATCHES "^(tree|import)" AND NOT TARGET berth_tool_rooms)
    continue() # these are about the tool
  endif()
  if(BERTH_FUZZ)
    add_executable(${name} ${source})
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  else()
    add_executable(${name} ${source} fuzz/replay.c)
    add_test(NAME ${name} COMMAND ${name} ${corpus})
    berth_test_properties(${name} fuzz)
  endif()
  berth_test_compile(${name})
  if(subject MATCHES "^(tree|import)")
    berth_test_rooms(${name})
  endif()
endforeach()
