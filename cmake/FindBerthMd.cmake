# SPDX-License-Identifier: MIT
# Finds libmd as berth::md. It is installed with the package files, because users of the static
# library need it, too.

find_path(BERTH_MD_INCLUDE md5.h)
find_library(BERTH_MD_LIBRARY md)
mark_as_advanced(BERTH_MD_INCLUDE BERTH_MD_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(BerthMd REQUIRED_VARS BERTH_MD_LIBRARY BERTH_MD_INCLUDE)

if(BerthMd_FOUND AND NOT TARGET berth::md)
  add_library(berth::md UNKNOWN IMPORTED)
  set_target_properties(berth::md PROPERTIES IMPORTED_LOCATION "${BERTH_MD_LIBRARY}"
                        INTERFACE_INCLUDE_DIRECTORIES "${BERTH_MD_INCLUDE}")
endif()
