#!/bin/sh
# A Citus cluster on loopback, for tests and benchmarks: a coordinator on PORT (5510) and workers on the ports after it.
#
#   bench/citus.sh start DIRECTORY [WORKERS]     prints the DATABASE_URL; default 2 workers, 0 for a single node
#   bench/citus.sh add DIRECTORY DATABASE        creates a database with the extension on every node, and connects the nodes
#   bench/citus.sh stop DIRECTORY                stops all and removes the directory
#   bench/citus.sh run COMMAND…                  runs a command with TEST_DATABASE_URL of a new cluster
#
# Citus must be installed for the PostgreSQL in PGBIN (/usr/lib/postgresql/15/bin). If root runs this, everything runs as `postgres`.
# To build it, with postgresql-server-dev-15: ./configure --without-libcurl --without-lz4 --without-zstd && make with_llvm=no install
# (13.2.2 and PostgreSQL 15.20: take `have_createdb_privilege` out of src/include/pg_version_compat.h, which PostgreSQL now has itself).
set -eu
bin=${PGBIN:-/usr/lib/postgresql/15/bin}
port=${PORT:-5510}
command=$1
directory=${2:-}
as() { if [ "$(id -u)" = 0 ]; then su postgres -s /bin/sh -c "cd / && $*"; else sh -c "$*"; fi; }
sql() { "$bin/psql" -X -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U postgres -d "$2" -c "$3"; }
workers() { ls -d "$directory"/worker-*/ 2>/dev/null | sed "s/.*-//; s/\///" | sort -n; }

start() {
  mkdir -p "$directory"
  if [ "$(id -u)" = 0 ]; then chown postgres "$directory"; fi
  if [ ! -d "$directory/$1" ]; then
    as "$bin/initdb -D $directory/$1 -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null"
    cat >> "$directory/$1/postgresql.conf" <<END
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = $2
shared_preload_libraries = 'citus'
max_connections = 300
shared_buffers = 128MB
timezone = 'UTC'
max_prepared_transactions = 400
max_locks_per_transaction = 256
max_worker_processes = 64
wal_level = logical
jit = off
citus.node_conninfo = 'sslmode=disable'
END
  fi
  as "$bin/pg_ctl -D $directory/$1 -l $directory/$1.log -w start >/dev/null"
}

start_all() { # start_all WORKERS
  start coordinator "$port"
  n=1
  while [ "$n" -le "$1" ]; do
    start "worker-$n" $((port + n))
    n=$((n + 1))
  done
}
add() { # add DATABASE
  for n in 0 $(workers); do
    if [ "$1" != postgres ]; then sql $((port + n)) postgres "create database $1"; fi
    sql $((port + n)) "$1" 'create extension citus'
  done
  sql "$port" "$1" "select citus_set_coordinator_host('127.0.0.1', $port)" >/dev/null
  for n in $(workers); do
    sql "$port" "$1" "select citus_add_node('127.0.0.1', $((port + n)))" >/dev/null
  done
}
stop() {
  for node in coordinator $(workers | sed 's/^/worker-/'); do
    as "$bin/pg_ctl -D $directory/$node -m fast -w stop >/dev/null" || true
  done
  rm -rf "$directory"
}

url=postgres://postgres@127.0.0.1:$port/postgres
case $command in
  start)
    start_all "${3:-2}"
    echo "$url"
    ;;
  add) add "$3" ;;
  stop) stop ;;
  run)
    if [ ! -e "$("$bin/pg_config" --sharedir)/extension/citus.control" ]; then
      echo "Citus is not installed for the PostgreSQL in $bin (PGBIN)." >&2
      exit 1
    fi
    shift
    directory=$(mktemp -d)
    trap stop EXIT
    trap 'exit 130' INT TERM
    start_all 2
    add postgres
    TEST_DATABASE_URL=$url "$@"
    ;;
esac
