# SPDX-License-Identifier: MIT
# The programs above the public line: tool, benchmark and examples. They include only <berth.h>.

file(GLOB_RECURSE berth_tool_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.c)
set(berth_tool_main ${PROJECT_SOURCE_DIR}/cli/frame/main.c)
list(REMOVE_ITEM berth_tool_sources ${berth_tool_main})

function(berth_tool_compile target)
  berth_compile(${target} ${PROJECT_SOURCE_DIR}/cli)
  target_compile_options(${target} PRIVATE -Wconversion)
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
endfunction()

# All but main() is a library, so that tests can call what the tool is made of.
if(BERTH_BUILD_TOOL)
  add_library(berth_tool_rooms STATIC ${berth_tool_sources})
  berth_tool_compile(berth_tool_rooms)
  target_link_libraries(berth_tool_rooms PUBLIC berth_static PkgConfig::BERTH_JANSSON
                        PkgConfig::BERTH_YAML Threads::Threads m)
  add_executable(berth_tool ${berth_tool_main})
  berth_tool_compile(berth_tool)
  target_link_libraries(berth_tool PRIVATE berth_tool_rooms)
  set_target_properties(berth_tool PROPERTIES OUTPUT_NAME berth
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endif()

include(cmake/BerthBench.cmake)

# One program for each file and each folder, linked with the shared library as a user's program is.
function(berth_example name)
  add_executable(example_${name} ${ARGN})
  berth_compile(example_${name})
  target_compile_definitions(example_${name} PRIVATE _GNU_SOURCE)
  target_link_libraries(example_${name} PRIVATE berth::berth Threads::Threads m)
  set_target_properties(example_${name} PROPERTIES OUTPUT_NAME ${name}
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
endfunction()

if(BERTH_BUILD_EXAMPLES)
  file(GLOB berth_example_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.c)
  foreach(source IN LISTS berth_example_sources)
    get_filename_component(name ${source} NAME_WE)
    berth_example(${name} ${source})
  endforeach()
  file(GLOB folders LIST_DIRECTORIES true CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*)
  foreach(folder IN LISTS folders)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
    if(sources)
      get_filename_component(name ${folder} NAME)
      berth_example(${name} ${sources})
    endif()
  endforeach()
endif()
