# SPDX-License-Identifier: MIT
# Virtual services of Linux IPVS: keepalived.conf, what ipvsadm saves, what it lists.
. "$DATA/try.sh"
cat >keepalived.conf <<'EOF'
! Configuration File for keepalived
global_defs {
    router_id LVS_1
}
vrrp_instance VI_1 {
    virtual_ipaddress {
        10.0.0.1
    }
}
virtual_server 10.0.0.1 80 {
    delay_loop 6
    lvs_sched mh        # the scheduler
    mh-port
    flag-1
    lvs_method NAT
    protocol TCP
    sorry_server 127.0.0.1 80
    real_server 10.0.0.2 80 {
        weight 2
        TCP_CHECK {
            connect_timeout 3
        }
    }
    real_server 10.0.0.3 8080 {
    }
    real_server 2001:db8::7 80 {
        weight 0
    }
}
virtual_server fwmark 7 {
    lb_algo sh
    real_server 10.0.0.2 0 {
        weight 1
    }
    real_server 10.0.0.3 0 {
        weight 1
    }
}
virtual_server group web {
    lb_algo wrr
    real_server 10.0.0.2 80 {
    }
}
EOF
cat >saved <<'EOF'
-A -t 10.0.0.1:80 -s mh -b mh-port,flag-1
-a -t 10.0.0.1:80 -r 10.0.0.2:80 -m -w 2
-a -t 10.0.0.1:80 -r 10.0.0.3:8080 -m -w 1
-a -t 10.0.0.1:80 -r [2001:db8::7]:80 -m -w 0
-A -u 10.0.0.1:53 -s rr
-a -u 10.0.0.1:53 -r 10.0.0.2:53 -g -w 1
-A -f 7 -s sh
-a -f 7 -r 10.0.0.2:0 -g -w 1
-a -f 7 -r 10.0.0.3:0 -g -w 1
EOF
cat >listed <<'EOF'
IP Virtual Server version 1.2.1 (size=4096)
Prot LocalAddress:Port Scheduler Flags
  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn
TCP  10.0.0.1:80 mh (mh-port,mh-fallback)
  -> 10.0.0.2:80                  Masq    2      0          0
  -> 10.0.0.3:8080                Masq    1      0          0
  -> [2001:db8::7]:80             Masq    0      0          0
FWM  7 sh
  -> 10.0.0.2:0                   Route   1      0          0
  -> 10.0.0.3:0                   Route   1      0          0
EOF
"$BERTH" dump -n 'keepalived.conf#10.0.0.1 80' 2>err | head -4
cat err
for clients in 'keepalived.conf#10.0.0.1 80' 'saved#10.0.0.1:80' 'listed#10.0.0.1:80'; do
    "$BERTH" route -n "$clients" 192.0.2.1:1 192.0.2.2:1 192.0.2.3:1 192.0.2.4:1 2>/dev/null | tr '\n' ' '
    echo
done
for clients in 'keepalived.conf#fwmark 7' 'saved#fwmark 7' 'listed#fwmark 7'; do
    "$BERTH" route -n "$clients" 192.0.2.1 192.0.2.2 192.0.2.3 192.0.2.4 2>/dev/null | tr '\n' ' '
    echo
done
try route -n keepalived.conf 192.0.2.1
try route -n 'keepalived.conf#group web' 192.0.2.1
try route -n 'saved#10.0.0.1:53' 192.0.2.1
try route -n 'listed#fwmark 7' 192.0.2.1
bad() {
    printf "virtual_server 10.0.0.1 80 {\n$1}\n" >bad.conf
    try route -n bad.conf 192.0.2.1
}
bad 'real_server 10.0.0.2 80 {\n}\n'
bad 'lb_algo dh\nreal_server 10.0.0.2 80 {\n}\n'
bad 'lb_algo mh\nreal_server 10.0.0.2 80 {\nweight 65536\n}\n'
bad 'lb_algo mh\nreal_server 10.0.0.2 http {\n}\n'
bad 'lb_algo mh\nreal_server $IP 80 {\n}\n'
bad 'lb_algo mh\ninclude servers.conf\nreal_server 10.0.0.2 80 {\n}\n'
bad 'lb_algo mh\nreal_server {\n}\n'
bad 'lb_algo mh\n'
