# shellcheck shell=bash
# Systems made by debootstrap; to be sourced after common.sh. They are kept in ${XDG_CACHE_HOME:-~/.cache}/navstate-images.
# shellcheck disable=SC2034 # the variables are for those who source it
suite=bookworm
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/navstate-images

# The mirror of the suite: for Ubuntu that of the environment, otherwise the one that this machine's apt gets the suite from.
# Without one, debootstrap uses its own.
mirror() {
  if [[ $suite == noble ]]; then
    printf '%s\n' "${UBUNTU_MIRROR:-}"
    return
  fi
  # shellcheck disable=SC2016 # apt, not the shell, replaces $(REPO_URI)
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $suite" 'Component: main' | sed -n 1p
}

# bootstrap FOLDER PACKAGE... makes a minimal system.
bootstrap() {
  local tree=$1 packages script=$suite
  shift
  # A debootstrap that is older than the suite makes it as it makes all of Ubuntu.
  [[ -e /usr/share/debootstrap/scripts/$suite ]] || script=gutsy
  packages=$(IFS=,; printf '%s' "$*")
  debootstrap --variant=minbase ${packages:+"--include=$packages"} "$suite" "$tree" "$(mirror)" "$script" >"$cache/debootstrap.log" ||
    fail "debootstrap failed; see $cache/debootstrap.log"
  rm -rf "$tree"/var/cache/apt/archives/*.deb "$tree"/var/lib/apt/lists/*
}

# bare_system PACKAGE... prints a new folder with a minimal system.
bare_system() {
  local kept tree
  kept=$cache/$(IFS=-; printf '%s' "bare-$suite-$*").tar
  tree=$(mktemp --directory)
  mkdir -p "$cache"
  if [[ -e $kept ]]; then
    tar --extract --file "$kept" --directory "$tree"
  else
    bootstrap "$tree" "$@"
    tar --create --one-file-system --file "$kept.new" --directory "$tree" . && mv "$kept.new" "$kept"
  fi
  chmod 755 "$tree"
  printf '%s\n' "$tree"
}
