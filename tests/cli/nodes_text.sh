# SPDX-License-Identifier: MIT
# Nodes files as editors leave them are read alike: BOM, CRLF, tabs, comments, no newline at the end.
fingerprint() { "$BERTH" balance -n - -o json | sed -n 's/.*"fingerprint": //p'; }
{
    printf 'node a\nnode b weight=2\nnode c zone=z\n' | fingerprint
    printf '\357\273\277node a\nnode b weight=2\nnode c zone=z\n' | fingerprint
    printf 'node a\r\nnode b weight=2\r\nnode c zone=z\r\n' | fingerprint
    printf '# all\n\n\tnode\ta # one\n  node b\tweight=2\nnode c zone=z' | fingerprint
    printf 'c zone=z\nb 2\na\n' | fingerprint
    printf 'a\nb 2.000000\nnode c zone=z addr=10.0.0.3:80 state=down\n' | fingerprint
} | uniq -c | sed 's/^ *//'
echo "and what is different is different:"
printf 'node a\nnode b weight=3\nnode c zone=z\n' | fingerprint
printf 'node a\nnode b weight=2\nnode C zone=z\n' | fingerprint
