# SPDX-License-Identifier: MIT
# The independent libraries that hash_peers_test compares with; each one is used when it is there.

function(berth_hash_peer name header library)
  find_path(BERTH_${name}_INCLUDE ${header})
  find_library(BERTH_${name}_LIBRARY ${library})
  mark_as_advanced(BERTH_${name}_INCLUDE BERTH_${name}_LIBRARY)
  if(BERTH_${name}_INCLUDE AND BERTH_${name}_LIBRARY)
    target_compile_definitions(${test_target} PRIVATE BERTH_HAVE_${name}=1)
    target_include_directories(${test_target} SYSTEM PRIVATE ${BERTH_${name}_INCLUDE})
    target_link_libraries(${test_target} PRIVATE ${BERTH_${name}_LIBRARY})
  endif()
endfunction()

berth_hash_peer(ZLIB zlib.h z)
berth_hash_peer(LIBMURMURHASH murmurhash.h murmurhash)
berth_hash_peer(LIBHASHKIT libhashkit-1.0/hashkit.h hashkit)
