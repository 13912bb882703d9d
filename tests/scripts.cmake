# SPDX-License-Identifier: MIT
# Scripts: cli/*.sh and **/*_test.py.

if(TARGET berth_tool)
  file(GLOB scripts CONFIGURE_DEPENDS cli/*.sh)
  list(FILTER scripts EXCLUDE REGEX "/cli/run\\.sh$")
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME cli_${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh ${script})
    berth_test_properties(cli_${name} cli)
  endforeach()
endif()

find_program(BERTH_PYTHON python3)
mark_as_advanced(BERTH_PYTHON)
if(BERTH_PYTHON)
  file(GLOB_RECURSE scripts CONFIGURE_DEPENDS *_test.py)
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME py_${name} COMMAND ${BERTH_PYTHON} -B ${script})
    berth_test_properties(py_${name} python)
  endforeach()
endif()
