# SPDX-License-Identifier: MIT
# The libraries that berth needs. When one is missing, the error names it and its Debian package.

function(berth_missing what package)
  message(FATAL_ERROR "${what} is missing: install it with `apt-get install ${package}`, "
                      "or run `tools/setup.sh` to install everything berth needs.")
endfunction()

list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

find_package(BerthMd QUIET)
if(NOT BerthMd_FOUND)
  berth_missing("libmd (MD5 and SHA, header md5.h)" libmd-dev)
endif()

find_path(BERTH_XXHASH_INCLUDE xxhash.h)
mark_as_advanced(BERTH_XXHASH_INCLUDE)
if(NOT BERTH_XXHASH_INCLUDE)
  berth_missing("xxHash (header xxhash.h)" libxxhash-dev)
endif()

if(BERTH_BUILD_TOOL)
  find_package(PkgConfig QUIET)
  if(NOT PkgConfig_FOUND)
    berth_missing("pkg-config" pkg-config)
  endif()
  pkg_check_modules(BERTH_JANSSON QUIET IMPORTED_TARGET jansson)
  if(NOT BERTH_JANSSON_FOUND)
    berth_missing("jansson (JSON for the tool; or switch the tool off with -DBERTH_BUILD_TOOL=OFF)"
                  libjansson-dev)
  endif()
  pkg_check_modules(BERTH_YAML QUIET IMPORTED_TARGET yaml-0.1)
  if(NOT BERTH_YAML_FOUND)
    berth_missing("libyaml (YAML for the tool; or switch the tool off with -DBERTH_BUILD_TOOL=OFF)"
                  libyaml-dev)
  endif()
endif()

if(BERTH_BUILD_TESTS AND NOT (BERTH_CMOCKA_INCLUDE AND BERTH_CMOCKA_LIBRARY))
  berth_missing("cmocka (for the tests; or switch them off with -DBERTH_BUILD_TESTS=OFF)"
                libcmocka-dev)
endif()
