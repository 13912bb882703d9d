# SPDX-License-Identifier: MIT
# The version is read from its only source, the BERTH_VERSION_MAJOR/MINOR/PATCH lines of
# include/berth.h.

function(berth_read_version header)
  set(version "")
  if(EXISTS ${header})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    foreach(part MAJOR MINOR PATCH)
      file(STRINGS ${header} line REGEX "^#[ ]*define BERTH_VERSION_${part} +[0-9]+")
      string(REGEX MATCH "[0-9]+" number "${line}")
      list(APPEND version "${number}")
    endforeach()
    list(JOIN version "." version)
  endif()
  if(NOT version MATCHES "^[0-9]+\\.[0-9]+\\.[0-9]+$")
    set(version 0.1.0)
  endif()
  set(BERTH_VERSION ${version} PARENT_SCOPE)
endfunction()
