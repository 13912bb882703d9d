# SPDX-License-Identifier: MIT
# Sessions of PHP on memcached; libmemcached's second word of --DISTRIBUTION, compared with it.
. "$DATA/try.sh"
cat >php.ini <<'END'
; sessions
[Session]
session.save_handler = memcached ; here
session.save_path = "10.0.0.1:11211,10.0.0.2:11211:2, 10.0.0.3"
;session.save_path = "/tmp"
memcached.sess_consistent_hash = On
memcached.sess_prefix = "memc.sess."
END
cat >fpm.conf <<'END'
[www]
php_admin_value[session.save_handler] = memcached
php_admin_value[session.save_path] = "10.0.0.1:11211,/run/memcached.sock"
php_value[memcached.sess_consistent_hash_type] = 'ketama_weighted'
END
sed 's/= On/= Off/' php.ini >off.ini
sed '/sess_consistent_hash/d' php.ini >unsaid.ini
sed 's/= memcached ;/= redis ;/' php.ini >redis.ini
sed '/save_path/d' php.ini >nowhere.ini
sed 's/:2,/:x,/' php.ini >weight.ini
for file in php.ini fpm.conf off.ini unsaid.ini redis.ini nowhere.ini weight.ini; do
    echo "--- $file"
    "$BERTH" balance -n "$file" 2>&1 | grep -v 'order in which' | sed '/^$/d;/^peak/,$d'
done
for order in consistent consistent,MD5 consistent,CRC modula,MD5 consistent,nothing; do
    echo "--SERVER=10.0.0.1 --SERVER=10.0.0.2 --SERVER=10.0.0.3 --DISTRIBUTION=$order" >lib.conf
    "$BERTH" route -n lib.conf key-0 key-1 key-2 key-3 key-4 2>&1 | grep -v 'order in which'
done
