# SPDX-License-Identifier: MIT
# The real library that libmemcached_peer_test compares with, when it is there.

find_path(BERTH_LIBMEMCACHED_INCLUDE libmemcached-1.0/memcached.h)
find_library(BERTH_LIBMEMCACHED_LIBRARY memcached)
mark_as_advanced(BERTH_LIBMEMCACHED_INCLUDE BERTH_LIBMEMCACHED_LIBRARY)
if(BERTH_LIBMEMCACHED_INCLUDE AND BERTH_LIBMEMCACHED_LIBRARY)
  target_compile_definitions(${test_target} PRIVATE BERTH_HAVE_LIBMEMCACHED=1)
  target_include_directories(${test_target} SYSTEM PRIVATE ${BERTH_LIBMEMCACHED_INCLUDE})
  target_link_libraries(${test_target} PRIVATE ${BERTH_LIBMEMCACHED_LIBRARY})
endif()
