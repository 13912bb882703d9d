# SPDX-License-Identifier: MIT
# libberth: every floor is compiled once, position independent, and linked twice, static and shared.

set(berth_floors base hash scheme place plan live)
set(berth_sources "")
foreach(floor IN LISTS berth_floors)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${floor}/*.c)
  list(APPEND berth_sources ${found})
endforeach()
file(GLOB berth_public_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h)
set(berth_internal_folders ${PROJECT_SOURCE_DIR}/src) # "scheme/ring.h": from the root of src/

# All floors are plain C11, except src/live, which may use POSIX threads.
file(GLOB_RECURSE berth_live_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/live/*.c)
set_source_files_properties(${berth_live_sources} PROPERTIES COMPILE_DEFINITIONS
                            _POSIX_C_SOURCE=200809L)

# berth_objects(target source...) compiles sources of the library as objects; the benchmark, too,
# makes copies of them.
function(berth_objects target)
  add_library(${target} OBJECT ${ARGN})
  berth_compile(${target} ${berth_internal_folders})
  target_compile_options(${target} PRIVATE -Wconversion)
  if(BERTH_HAS_NO_INTERPOSITION)
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_include_directories(${target} SYSTEM PRIVATE ${BERTH_XXHASH_INCLUDE})
  target_link_libraries(${target} PRIVATE berth::md Threads::Threads m)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
                        C_VISIBILITY_PRESET hidden)
endfunction()
berth_objects(berth_objects ${berth_sources})

function(berth_library target kind)
  add_library(${target} ${kind} $<TARGET_OBJECTS:berth_objects>)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE berth::md Threads::Threads m)
  target_link_options(${target} PRIVATE ${berth_link_flags})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME berth LINKER_LANGUAGE C
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()

berth_library(berth_static STATIC)
berth_library(berth_shared SHARED)
set_target_properties(berth_shared PROPERTIES EXPORT_NAME berth VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR})
if(NOT BERTH_SANITIZE)
  target_link_options(berth_shared PRIVATE -Wl,-z,defs) # nothing left for the user to supply
endif()
# In the archive for users only public names are global, as in the shared library, so that short
# internal names cannot collide with the user's. The tests, which call internal functions, link the
# plain archive.
berth_library(berth_inside STATIC)
set_target_properties(berth_inside PROPERTIES OUTPUT_NAME berth_inside EXCLUDE_FROM_ALL TRUE)
if(CMAKE_OBJCOPY AND CMAKE_LINKER AND UNIX AND NOT APPLE AND NOT BERTH_SANITIZE)
  set(joined ${PROJECT_BINARY_DIR}/berth_joined.o)
  add_custom_command(TARGET berth_static POST_BUILD
    COMMAND ${CMAKE_LINKER} -r -o ${joined} --whole-archive $<TARGET_FILE:berth_static>
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${joined}
    COMMAND ${CMAKE_COMMAND} -E rm $<TARGET_FILE:berth_static>
    COMMAND ${CMAKE_AR} rcs $<TARGET_FILE:berth_static> ${joined}
    COMMAND ${CMAKE_COMMAND} -E rm ${joined}
    VERBATIM)
endif()
add_library(berth::berth ALIAS berth_shared)
add_library(berth::berth_static ALIAS berth_static)
