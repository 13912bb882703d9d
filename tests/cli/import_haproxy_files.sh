# SPDX-License-Identifier: MIT
# HAProxy's files as people have them: ids of backup servers, quotes, named defaults, templates,
# conditions, and what overrides the hash.
. "$DATA/try.sh"
nodes() {
    cat >"$1"
    try route -n "$1" key-1 key-2 key-3 key-4
    "$BERTH" dump -n "$1" 2>/dev/null | head -n 4
}
head='defaults\n  mode http\n  balance uri\n  hash-type consistent\n'

# A backup server takes an id and answers no key.
printf "${head}backend b\n  server z 10.0.0.9:80 backup\n  server s1 10.0.0.1:80\n  server s7 10.0.0.7:80 id 3\n  server s2 10.0.0.2:80\n" | nodes backup.cfg
# Values of options are no options.
printf "${head}backend b\n  server primary 10.0.0.1:80 cookie backup check\n  server backup 10.0.0.2:80 sni disabled\n" | nodes values.cfg
# Quotes, escapes, comments without a blank before them.
printf "${head}backend \"b\"\n  server 's1' \"10.0.0.1:80\" weight \"2\"#three\n  server s\\\\#2 10.0.0.2:80 # weight 5\n" | nodes quotes.cfg
# Named defaults.
printf 'defaults base\n  mode http\n  balance uri\n  hash-type consistent\ndefaults other\n  balance source\ndefaults deep from base\n  hash-balance-factor 150\nbackend b from deep\n  server s1 10.0.0.1:80\n  server s2 10.0.0.2:80\n' | nodes from.cfg
printf "${head}backend b from nowhere\n  server s1 10.0.0.1:80\n" | nodes nowhere.cfg
# Templates of servers.
printf "${head}backend b\n  server-template web 2-4 10.0.0.1:80 weight 3\n  server-template app 1 app.test:80\n" | nodes template.cfg
printf "${head}backend b\n  server-template web 3-1 10.0.0.1:80\n" | nodes template-wrong.cfg
# balance uri path-only: the host of an absolute URI is no part of the key.
printf "${head}backend b\n  balance uri path-only\n  server s1 10.0.0.1:80\n  server s2 10.0.0.2:80\n  server s3 10.0.0.3:80\n" >path.cfg
for uri in /a/b?c http://one.test/a/b https://two.test/a/b?d; do "$BERTH" route -n path.cfg "$uri" 2>/dev/null; done
# Conditions: a number decides, anything else is HAProxy's to know.
printf "${head}backend b\n.if 0\n  server no 10.0.0.1:80\n.elif 1\n  server s2 10.0.0.2:80\n.else\n  server nor 10.0.0.3:80\n.endif\n  server s4 10.0.0.4:80\n" | nodes if.cfg
printf "${head}backend b\n  server s4 10.0.0.4:80\n.if !defined(X)\n  server s1 10.0.0.1:80\n.endif\n" | nodes defined.cfg
printf "${head}.if defined(X)\nbackend other\n  server s1 10.0.0.1:80\n.endif\nbackend b\n  server s4 10.0.0.4:80\n" | try dump -n /dev/stdin --pool b
# What overrides the hash is said, once for each line.
printf "${head}backend b\n  use-server s1 if { path /x }\n  stick on src\n  stick-table type ip size 1m\n  cookie SRV insert\n  server s1 10.0.0.1:80 cookie one\n  server s2 10.0.0.2:80 cookie two\n" | nodes overrides.cfg
# No hash: the reason, and the nodes all the same where another scheme is asked for.
printf 'defaults\n  mode tcp\nbackend b\n  balance uri\n  server s1 10.0.0.1:80\n' | nodes tcp.cfg
printf 'defaults\n  retries 3\nbackend b\n  balance hdr(host)\n  server s1 10.0.0.1:80\n' | nodes tcp-default.cfg
printf 'defaults\n  mode tcp\nbackend b\n  balance source\n  server s1 10.0.0.1:80\n' | nodes tcp-source.cfg
printf 'backend b\n  balance roundrobin\n  server s1 10.0.0.1:80\n  server s2 10.0.0.2:80\n' >rr.cfg
try route -n rr.cfg key
try route -n rr.cfg -a ring key
try plan -n rr.cfg -a ring --to-spec slots --max-move 100
# Templates of other languages, variables, a quote that stays open.
printf "${head}backend b\n  server {{ name }} {{ ip }}:80\n" | nodes jinja.cfg
printf "${head}backend b\n  server s1 10.0.0.1:80 weight \"\${W1}\"\n" | nodes variable.cfg
printf "${head}backend b\n  server s1 \"10.0.0.1:80 weight 1\n" | nodes open.cfg
printf "${head}backend b\n  server s1 10.0.0.1:80 cookie \"\\\\\$W1\" weight '\$2'\n" | nodes dollar.cfg
{ printf "${head}backend b\n"; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do echo .if 1; done; echo '  server s1 10.0.0.1:80'; } | nodes deep.cfg
