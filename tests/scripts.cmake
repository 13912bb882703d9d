# SPDX-License-Identifier: MIT
# Scripts: cli/*.sh, **/*_test.py, the recorded vectors, the examples, the install test and the
# checks of the house.

if(TARGET berth_tool)
  file(GLOB scripts CONFIGURE_DEPENDS cli/*.sh)
  list(FILTER scripts EXCLUDE REGEX "/cli/run\\.sh$")
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME cli_${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh ${script})
    berth_test_properties(cli_${name} cli)
  endforeach()
endif()

# Debian's own python3 is tried first, because tools/setup.sh installs packages for it.
find_program(BERTH_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(BERTH_PYTHON3 python3)
mark_as_advanced(BERTH_PYTHON3)
if(BERTH_PYTHON3)
  file(GLOB_RECURSE scripts CONFIGURE_DEPENDS *_test.py)
  if(NOT TARGET berth_tool)
    list(FILTER scripts EXCLUDE REGEX "/(docs|cli|oracles)/") # these are about the tool
  endif()
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME py_${name} COMMAND ${BERTH_PYTHON3} -B ${script})
    if(script MATCHES "/oracles/")
      berth_test_properties(py_${name} oracle)
    else()
      berth_test_properties(py_${name} python)
    endif()
  endforeach()
  if(TARGET berth_tool) # what deployed programs answered, every value of it
    file(GLOB recorded CONFIGURE_DEPENDS vectors/compat/*.json vectors/hash/*.json)
    add_test(NAME vectors COMMAND ${BERTH_PYTHON3} -B ${CMAKE_CURRENT_SOURCE_DIR}/vectors/run
             ${recorded})
    berth_test_properties(vectors "vectors;slow")
    set_tests_properties(vectors PROPERTIES TIMEOUT ${test_timeout_slow})
  endif()
endif()

# An example must run to its end; with examples/NAME.out here it must also print exactly that.
if(TARGET berth_shared AND BERTH_BUILD_EXAMPLES)
  foreach(source IN LISTS berth_example_sources)
    get_filename_component(name ${source} NAME_WE)
    add_test(NAME example_${name}
             COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/examples/run-example.sh $<TARGET_FILE:example_${name}>)
    berth_test_properties(example_${name} example)
  endforeach()
endif()

if(TARGET berth_static AND NOT BERTH_SANITIZE)
  add_test(NAME installed COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/install/installed.sh)
  berth_test_properties(installed install)
  add_test(NAME missing COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/install/missing.sh)
  berth_test_properties(missing install)
endif()

# The rules of the house: one test for each tools/check/check_*.py, and a test that each can fail.
if(BERTH_PYTHON3 AND NOT BERTH_SANITIZE)
  set(check_runner ${BERTH_PYTHON3} -B ${PROJECT_SOURCE_DIR}/tools/check/run.py)
  file(GLOB checks CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/check/check_*.py)
  foreach(check IN LISTS checks)
    get_filename_component(name ${check} NAME_WE)
    add_test(NAME ${name} COMMAND ${check_runner} ${name} --build ${PROJECT_BINARY_DIR})
    berth_test_properties(${name} check)
  endforeach()
  add_test(NAME check_selftest COMMAND ${check_runner} --selftest)
  berth_test_properties(check_selftest check)
endif()
