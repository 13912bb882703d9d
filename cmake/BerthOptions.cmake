# SPDX-License-Identifier: MIT
# The options of a build.

if(CMAKE_SOURCE_DIR STREQUAL PROJECT_SOURCE_DIR)
  set(berth_top_level ON)
else()
  set(berth_top_level OFF)
endif()

if(berth_top_level AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo or MinSizeRel" FORCE)
endif()

find_path(BERTH_CMOCKA_INCLUDE cmocka.h)
find_library(BERTH_CMOCKA_LIBRARY cmocka)
mark_as_advanced(BERTH_CMOCKA_INCLUDE BERTH_CMOCKA_LIBRARY)
if(berth_top_level AND BERTH_CMOCKA_INCLUDE AND BERTH_CMOCKA_LIBRARY)
  set(berth_tests_default ON)
else()
  set(berth_tests_default OFF)
endif()

option(BERTH_BUILD_TOOL "Build the command-line tool (needs jansson and libyaml)" ${berth_top_level})
option(BERTH_BUILD_BENCH "Build berth-bench" ${berth_top_level})
option(BERTH_BENCH_NATIVE "Let berth-bench compare with a second libberth for this CPU only" OFF)
option(BERTH_BUILD_EXAMPLES "Build the programs of examples/" ${berth_top_level})
option(BERTH_BUILD_TESTS "Build the tests (needs cmocka)" ${berth_tests_default})
option(BERTH_WERROR "Treat warnings as errors" OFF)
option(BERTH_FUZZ "Build tests/fuzz/ for libFuzzer (needs clang)" OFF)
set(BERTH_SANITIZE "" CACHE STRING "address (with undefined), thread, or nothing")
set_property(CACHE BERTH_SANITIZE PROPERTY STRINGS "" address thread)
