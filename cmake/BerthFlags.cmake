# SPDX-License-Identifier: MIT
# How every C file of the tree is compiled. The flags belong to the targets and do not reach users.

set(berth_flags -ffp-contract=off)
set(berth_warnings -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
                   -Wvla)
set(berth_link_flags "")

if(BERTH_WERROR)
  list(APPEND berth_warnings -Werror)
endif()

if(BERTH_SANITIZE STREQUAL "address")
  list(APPEND berth_flags -fsanitize=address,undefined -fno-sanitize-recover=all
       -fno-omit-frame-pointer -g)
  list(APPEND berth_link_flags -fsanitize=address,undefined)
elseif(BERTH_SANITIZE STREQUAL "thread")
  list(APPEND berth_flags -fsanitize=thread -fno-omit-frame-pointer -g)
  list(APPEND berth_link_flags -fsanitize=thread)
elseif(BERTH_SANITIZE)
  message(FATAL_ERROR "BERTH_SANITIZE is \"${BERTH_SANITIZE}\": use address, thread or nothing.")
endif()

if(BERTH_FUZZ)
  list(APPEND berth_flags -fsanitize=fuzzer-no-link)
endif()

include(CheckCCompilerFlag)
check_c_compiler_flag(-fno-semantic-interposition BERTH_HAS_NO_INTERPOSITION)

# berth_compile(target [folder...]) sets the flags of the house. Headers of the folders are found by
# #include "..." only, so that none of them can take the place of a system header.
function(berth_compile target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE ${berth_flags} ${berth_warnings})
  target_link_options(${target} PRIVATE ${berth_link_flags})
  foreach(folder IN LISTS ARGN)
    target_compile_options(${target} PRIVATE "SHELL:-iquote ${folder}")
  endforeach()
endfunction()

# berth_folders(var folder...) lists the folders and all folders below them.
function(berth_folders var)
  set(found "")
  foreach(folder IN LISTS ARGN)
    if(IS_DIRECTORY ${folder})
      list(APPEND found ${folder})
      file(GLOB_RECURSE inside LIST_DIRECTORIES true CONFIGURE_DEPENDS ${folder}/*)
      foreach(entry IN LISTS inside)
        if(IS_DIRECTORY ${entry})
          list(APPEND found ${entry})
        endif()
      endforeach()
    endif()
  endforeach()
  set(${var} "${found}" PARENT_SCOPE)
endfunction()
