#!/usr/bin/env bash
# Run once by the image of PostgreSQL, after it has made the cluster of the primary.
set -euo pipefail
echo 'host replication navstate all scram-sha-256' >>"$PGDATA/pg_hba.conf"
psql --username navstate --dbname navstate <<'SQL'
-- WAL is kept for a standby that is away, and a crash recovery stays short.
ALTER SYSTEM SET wal_keep_size = '1GB';
ALTER SYSTEM SET max_wal_size = '1GB';
ALTER SYSTEM SET wal_compression = 'lz4';
ALTER SYSTEM SET max_connections = 200;
-- In effect from the next start on. Without a standby by this name each commit waits.
ALTER SYSTEM SET synchronous_standby_names = 'standby';
SQL
