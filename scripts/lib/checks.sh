# shellcheck shell=bash
# Counting what passed and what failed; to be sourced after common.sh.
passed=0
failed=0
# What failed, a line each, with how to run only that where it is known.
failures=$(mktemp)
trap 'rm -f "$failures"' EXIT
# The minutes that a run takes on two cores; 0: not known.
run_minutes=0
# Where `part` speaks, also while the output of a run aside is held back.
exec 3>&2

flunk() {
  failed=$((failed + 1))
  say "FAIL $*"
  printf '%s\n' "$*" >>"$failures"
}

# The failed tests in the output of a command that counts: of Swift, as `unit_tests` lists them, of pytest, and of Node.
failed_tests() {
  sed -nE \
    -e "s/^FAILED swift ([^ ]+)$/swift test --filter '\1'/p" \
    -e "s/^(FAILED|ERROR) ([^ ]+\.py[^ ]*)( - .*)?$/scripts\/blackbox '\2'\3/p" \
    -e "s/^not ok [0-9]+ - (.*)$/scripts\/client: \1/p" "$1" | cut --bytes=-300
}

# part "a name" [MINUTES]: says that a part of the run begins, how long the run has taken, and how long the part takes.
part() {
  local line="== $1" so_far
  printf -v so_far '%d:%02d' $((SECONDS / 60)) $((SECONDS % 60))
  ((run_minutes == 0)) || line+=" ($so_far of about $run_minutes min passed${2:+; takes about $2 min})"
  printf '%s\n' "$line" >&3
  ((BASHPID == $$)) || say "$line"
}

# check "what must hold" COMMAND... With `minutes=N` before it, it is a part of the run that takes so long.
check() {
  local name=$1 began=$SECONDS
  shift
  [[ -z ${minutes:-} ]] || part "$name" "$minutes"
  if "$@"; then passed=$((passed + 1)); else flunk "$name"; fi
  took "$began"
}

# took SECONDS: says how long what began then has taken, where that is worth a line.
took() { ((SECONDS - $1 < 10)) || say "   $((SECONDS - $1)) s"; }

# counted "a name" COMMAND... adds up what the command counts itself: the last "N passed, M failed" it prints. `minutes=N` is
# for it, too.
counted() {
  local name=$1 began=$SECONDS output status=0 line
  shift
  part "$name" "${minutes:-}"
  output=$(mktemp)
  "$@" 2>&1 </dev/null | tee "$output" >&2 || status=$?
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$output" | tail -n 1 || true)
  failed_tests "$output" >>"$failures"
  rm -f "$output"
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    ((status == 0 || BASH_REMATCH[2] > 0)) || flunk "$name: exit status $status"
  else
    flunk "$name: ended with status $status and no count"
  fi
  took "$began"
}

# aside FUNCTION: runs a function that checks beside what follows, which has precedence, until `rejoin`. That shows what the
# function said, and adds up its counts.
aside() {
  aside_log=$(mktemp) aside_count=$(mktemp)
  (passed=0 failed=0 && renice --priority 5 --pid "$BASHPID" >/dev/null && "$1" && totals >"$aside_count") \
    >"$aside_log" 2>&1 </dev/null &
  aside_process=$!
}

rejoin() {
  wait "$aside_process" || true
  cat "$aside_log" >&2
  counted 'what ran beside that' cat "$aside_count"
  rm -f "$aside_log" "$aside_count"
}

# What failed, the last line of a run, and its exit status.
summary() {
  if ((failed > 0)); then
    say '== what failed, and how to run it alone'
    cat "$failures" >&2
  fi
  totals
  ((failed == 0))
}

totals() { printf '%d passed, %d failed\n' "$passed" "$failed"; }
