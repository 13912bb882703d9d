# SPDX-License-Identifier: MIT
# Installs the header, both libraries, the tool, and the files by which find_package(berth) and
# pkg-config find them. The whole installation may be moved to another folder.

include(CMakePackageConfigHelpers)

set(berth_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/berth)
install(FILES ${berth_public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development)
install(TARGETS berth_shared EXPORT berthTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT runtime NAMELINK_COMPONENT development)
install(TARGETS berth_static EXPORT berthTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
if(TARGET berth_tool)
  install(TARGETS berth_tool DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
endif()

install(EXPORT berthTargets NAMESPACE berth:: DESTINATION ${berth_package_folder}
        COMPONENT development)
configure_package_config_file(cmake/berthConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/berthConfig.cmake INSTALL_DESTINATION ${berth_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/berthConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/berthConfig.cmake
              ${PROJECT_BINARY_DIR}/package/berthConfigVersion.cmake cmake/FindBerthMd.cmake
        DESTINATION ${berth_package_folder} COMPONENT development)

# berth.pc names its prefix relative to itself, unless the library folder is an absolute path.
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(berth_pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(berth_pc_libdir ${CMAKE_INSTALL_LIBDIR})
else()
  file(RELATIVE_PATH up /x/${CMAKE_INSTALL_LIBDIR}/pkgconfig /x)
  string(REGEX REPLACE "/$" "" up ${up})
  set(berth_pc_prefix "\${pcfiledir}/${up}")
  set(berth_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE ${CMAKE_INSTALL_INCLUDEDIR})
  set(berth_pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
else()
  set(berth_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/berth.pc.in ${PROJECT_BINARY_DIR}/package/berth.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/berth.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
