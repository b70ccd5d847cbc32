#!/usr/bin/env bash
# The entry point of the image `postgres`: makes the cluster at the first start, and runs the scripts of
# /docker-entrypoint-initdb.d on a server that listens on a local socket only.
set -euo pipefail
if [[ $(id --user) == 0 ]]; then
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [[ $1 == postgres && ! -s $PGDATA/PG_VERSION ]]; then
  initdb --username="$POSTGRES_USER" --pwfile=<(echo "$POSTGRES_PASSWORD") --auth-local=trust --no-sync
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  pg_ctl --wait --options="-c listen_addresses=''" start
  psql --username="$POSTGRES_USER" --dbname=postgres --command="CREATE DATABASE \"$POSTGRES_DB\""
  for script in /docker-entrypoint-initdb.d/*.sh; do
    if [[ -x $script ]]; then "$script"; else source "$script"; fi
  done
  pg_ctl --wait --mode=fast stop
fi
exec "$@"
