/* SPDX-License-Identifier: MIT */
/* change.h - the nodes of --add, --remove and --weight, read as the file that they change is
 *
 *   -n 'a,b,c'         --add d=2, e-[1-3]                 written out, as -n is
 *   berth's own file   --add 'd 2', 'node d zone=b'       or a line of such a file
 *   host:port:weight   --add 10.0.0.13:11211:2            or a line of that file
 *   nginx.conf         --add 'server 10.0.0.4:80 weight=2' */
#ifndef CLI_CHANGE_H
#define CLI_CHANGE_H

#include "read/nodes_input.h"

/* Adds the nodes that an option names to `named`, which is empty. False after saying what is
 * wrong. */
bool change_read(berth_nodes *named, const struct given *given, const struct membership *from);

/* Adds a node of `from`, the i-th, with all that it carries. 0 or an error. */
int change_copy_node(berth_nodes *nodes, const berth_nodes *from, size_t i, berth_error *error);

#endif
