# shellcheck shell=bash
# Counting what passed and what failed; to be sourced after common.sh.
passed=0
failed=0

flunk() {
  failed=$((failed + 1))
  say "FAIL $*"
}

# check "what must hold" COMMAND...
check() {
  local name=$1
  shift
  if "$@"; then passed=$((passed + 1)); else flunk "$name"; fi
}

# counted "a name" COMMAND... adds up what the command counts itself: the last "N passed, M failed" it prints.
counted() {
  local name=$1 output status=0 line
  shift
  say "== $name"
  output=$(mktemp)
  "$@" 2>&1 </dev/null | tee "$output" >&2 || status=$?
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$output" | tail -n 1 || true)
  rm -f "$output"
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    ((status == 0 || BASH_REMATCH[2] > 0)) || flunk "$name: exit status $status"
  else
    flunk "$name: ended with status $status and no count"
  fi
}

# The last line of a run, and its exit status.
summary() {
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0))
}
