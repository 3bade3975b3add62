#!/usr/bin/env bash
# From a tool catalog to a validator module, and two calls checked with it. `make demo` runs this.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
schemawright="${1:-.venv/bin}/schemawright"
module=demo/cancel_booking.py

say() { printf '\n\033[1m%s\033[0m\n' "$1"; }
run() { printf '$ %s\n' "schemawright $*"; "$schemawright" "$@"; }

say "1. Build: one module for each schema of the catalog"
run build examples/catalog.json -o demo
ls demo

say "2. The generated module $module: its header and its checks (of $(wc -l < "$module") lines)"
sed -n '1,/^DIALECT/p' "$module"
printf '...\n\n'
sed -n '/^# ---- check/,/^# ---- explain/p' "$module" | sed '$d'

say "3. A good call"
cat examples/good_call.json
run validate "$module" examples/good_call.json

say "4. A bad call: exit status 1, and what is wrong"
cat examples/bad_call.json
status=0
run validate "$module" examples/bad_call.json || status=$?
if [ "$status" -ne 1 ]; then
    echo "expected exit status 1, got $status" >&2
    exit 1
fi
