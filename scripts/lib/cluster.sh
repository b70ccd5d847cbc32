#!/usr/bin/env bash
# cluster.sh [SETTING=VALUE...]: makes a private PostgreSQL cluster that listens on a Unix socket only, and prints the URL of
# a database in it. Removes the cluster when the standard input ends. PostgreSQL refuses to run as root, which becomes an
# ordinary user for it.
set -euo pipefail

# A program that starts others at the same time has their pipes open. With copies here, nobody would see these end.
for descriptor in /proc/$$/fd/*; do
  number=${descriptor##*/}
  if ((number > 2 && number != 255)); then exec {number}>&-; fi
done

shopt -s nullglob
folders=(/usr/lib/postgresql/*/bin /usr/pgsql-*/bin)
programs=$(printf '%s\n' "${folders[@]}" | sort --version-sort | tail -n 1)
if [[ -z $programs ]]; then programs=$(dirname "$(command -v initdb || echo /missing/initdb)"); fi
[[ -x $programs/initdb ]] || {
  echo "error: PostgreSQL is not installed (Debian has it in postgresql-15)" >&2
  exit 1
}

folder=$(mktemp --directory /tmp/navstate-pg.XXXXXX)
as_user=()
if ((EUID == 0)); then
  user=$(getent passwd postgres nobody | head -n 1 | cut -d: -f1)
  chown "$user" "$folder"
  as_user=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --clear-groups)
fi

remove() {
  "${as_user[@]}" "$programs/pg_ctl" stop --pgdata "$folder/data" --mode immediate >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap remove EXIT

"${as_user[@]}" "$programs/initdb" --pgdata "$folder/data" --auth trust --username navstate --no-locale --encoding UTF8 \
  --no-sync >/dev/null
options="-k $folder -h ''"
for setting in "$@"; do options+=" -c $setting"; done
"${as_user[@]}" "$programs/pg_ctl" start --pgdata "$folder/data" --wait --options "$options" --log "$folder/log" \
  >/dev/null </dev/null
echo "postgres:///postgres?host=$folder&user=navstate"
cat >/dev/null
