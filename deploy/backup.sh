#!/bin/sh
# For a PostgreSQL of your own; `npm run backup` archives an embedded one.
# Writes $BACKUP_DIR/kurs-<time>.tar: the database of DATABASE_URL, compressed by pg_dump, and the record's folder of
# DATA_DIR. Deletes those older than BACKUP_DAYS (14). deploy/restore.sh restores one.
set -eu
umask 077
name=$BACKUP_DIR/kurs-$(date -u +%Y-%m-%dT%H%M%SZ)
draft=$name.draft
trap 'rm -rf "$draft" "$draft.tar"' EXIT
mkdir "$draft"
# The record first: a database that is older than its last checkpoint would sign nothing.
cp -a "$DATA_DIR/record" "$draft/record"
pg_dump --format=custom --file="$draft/database.dump" "$DATABASE_URL"
# Read to its end, which fails if it was cut off.
pg_restore --file=/dev/null "$draft/database.dump"
tar -C "$draft" -cf "$draft.tar" database.dump record
sync "$draft.tar"
mv "$draft.tar" "$name.tar"
# Prometheus alerts when this is old.
touch "$DATA_DIR/last-backup"
# With what an earlier one left that was killed.
find "$BACKUP_DIR" -maxdepth 1 -name 'kurs-*' -mtime +"${BACKUP_DAYS:-14}" -exec rm -r {} +
echo "$name.tar"
