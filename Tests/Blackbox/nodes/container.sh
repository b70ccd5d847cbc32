#!/usr/bin/env bash
# Runs a command as a container does, in the namespaces that it is started in: container.sh ROOT ADDRESS MOUNT... -- COMMAND...
# The command sees ROOT as the file system, with the host's programs, read-only, and the mounts `bind SOURCE TARGET OPTIONS`,
# `tmpfs TARGET OPTIONS` and `read-only`. It starts when the standard input ends, by when the interface eth0 is there.
set -euo pipefail
root=$1 address=$2
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"

bind() {
  if [[ -d $1 ]]; then mkdir --parents "$root$2"; else install -D /dev/null "$root$2"; fi
  mount --rbind "$1" "$root$2"
  mount --options "remount,bind,$3" "$root$2"
}

for folder in bin lib lib64 sbin; do ln --symbolic --force --no-dereference "usr/$folder" "$root/$folder"; done
bind /usr /usr ro
# The Swift libraries of a debug build.
if [[ -d /opt ]]; then bind /opt /opt ro; fi
bind /dev /dev rw
mkdir --parents "$root/proc" "$root/tmp" "$root/run"
mount -t proc proc "$root/proc"
while [[ $1 != -- ]]; do
  case $1 in
  bind)
    bind "$2" "$3" "$4"
    shift 4
    ;;
  tmpfs)
    mkdir --parents "$root$2"
    mount -t tmpfs --options "$3" tmpfs "$root$2"
    shift 3
    ;;
  read-only)
    mount --options remount,bind,ro "$root"
    shift
    ;;
  *) exit 2 ;;
  esac
done
shift
read -r || true
ip link set lo up
ip address add "$address" dev eth0
ip link set eth0 up
exec chroot "$root" "$@" </dev/null
