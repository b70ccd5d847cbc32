# shellcheck shell=bash
# Functions shared by the scripts; to be sourced.
# shellcheck disable=SC2034 # the variables are for those who source it
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
server=$root/.build/release/navstate

# The packages that a Swift toolchain needs to run and link (an archive of it includes none), and those that Package.swift links to.
build_packages=(g++ pkg-config libcurl4 libncurses6 libuuid1 libxml2 zlib1g libjemalloc-dev libsqlite3-dev libssl-dev)

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "error: $*"
  exit 1
}

# Prints those of the given Debian packages that are not installed. Asks apt rather than dpkg, because a name may
# stand for another package (libcurl4 is libcurl4t64 on Ubuntu 24.04).
missing_packages() {
  local package plan
  for package in "$@"; do
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] && continue
    plan=$(LC_ALL=C apt-get --simulate --no-upgrade --no-install-recommends install "$package" 2>/dev/null) &&
      ! grep -q '^Inst ' <<<"$plan" || printf '%s\n' "$package"
  done
}

# Installs missing Debian packages, with a message.
require_packages() {
  if ! command -v apt-get >/dev/null; then
    say "This is neither Debian nor Ubuntu: make sure that these are installed: $*"
    return
  fi
  local -a missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} > 0)) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "please install, as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "Installing ${missing[*]}"
  local -a apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
  "${apt[@]}" update >&2 || say "warning: not every package source could be read; trying with what is known"
  "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" </dev/null >&2 ||
    fail "could not install ${missing[*]}; please install them by hand and run this again"
}

# Puts a Swift 6 toolchain on PATH.
require_swift() {
  local folder version
  for folder in "" /opt/swift/usr/bin /usr/share/swift/usr/bin /usr/local/swift/usr/bin \
    "${SWIFTLY_BIN_DIR:-${HOME:-/root}/.local/share/swiftly/bin}"; do
    [[ -z $folder ]] && ! command -v swift >/dev/null && continue
    [[ -n $folder && ! -x $folder/swift ]] && continue
    PATH=${folder:+$folder:}$PATH
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\).*/\1/p')
    ((${version:-0} >= 6)) && return
    fail "Swift 6 or newer is needed; $(command -v swift) is ${version:-not one that runs}"
  done
  fail "no Swift toolchain found. Get Swift 6 from https://www.swift.org/install/linux and put its usr/bin on PATH"
}

build_release() {
  "$root/scripts/build" >&2
}

# Sets `python` to that of an environment with the packages of Tests/Blackbox/requirements.txt.
require_python() {
  local environment=$root/.build/blackbox-venv requirements=$root/Tests/Blackbox/requirements.txt
  python=$environment/bin/python
  cmp --quiet "$requirements" "$environment/installed" && return
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --requirement "$requirements" >&2
  cp "$requirements" "$environment/installed"
}
