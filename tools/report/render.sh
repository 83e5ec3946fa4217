#!/bin/sh
# Renders Allure results as one HTML file: render.sh RESULTS OUTPUT HISTORY
# What it needs from npm is pinned in package-lock.json and installed once, beside this file.
set -eu
results=$1 output=$2 history=$3
here=$(cd "$(dirname "$0")" && pwd)

fail() {
  echo "make report: $1" >&2
  exit 1
}

[ -n "$(find "$results" -name '*-result.json' -print -quit 2>/dev/null)" ] \
  || fail "there are no Allure results in $results; 'make features' writes them"
for program in node npm; do
  command -v "$program" >/dev/null 2>&1 \
    || fail "$program is missing; install Node.js 20 or newer, or read reports/out/conformance-report.yaml instead"
done
major=$(node -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || fail "Node.js $(node --version) is too old; install version 20 or newer"

stamp=$here/node_modules/.installed
if [ ! -f "$stamp" ] || [ "$here/package-lock.json" -nt "$stamp" ]; then
  echo "installing what renders the report"
  (cd "$here" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) \
    || fail "npm could not install what $here/package-lock.json names; its message is above"
  touch "$stamp"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$(dirname "$history")" "$(dirname "$output")"
node "$here/node_modules/allure/cli.js" awesome "$results" -o "$work" --single-file \
  --report-name "Enhancement conformance" --group-by epic,feature,story --history-path "$history" >"$work/log" 2>&1 \
  || { cat "$work/log" >&2; fail "the report could not be rendered"; }
# each run adds a line of a megabyte or so
tail -n 20 "$history" >"$work/history" && cat "$work/history" >"$history"
node "$here/offline.mjs" "$work/index.html" "$output" || fail "the report could not be made to work offline"
