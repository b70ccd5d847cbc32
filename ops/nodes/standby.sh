#!/usr/bin/env bash
# Copies the primary at the first start, then follows it.
set -euo pipefail
export PGPASSWORD=$POSTGRES_PASSWORD
if [[ ! -s $PGDATA/PG_VERSION ]]; then
  pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream --checkpoint=fast \
    --dbname='host=primary user=navstate application_name=standby'
  # After a promotion it would wait for itself.
  echo "synchronous_standby_names = ''" >>"$PGDATA/postgresql.auto.conf"
  chmod 0700 "$PGDATA"
fi
exec postgres
