#!/bin/sh
# sh deploy/restore.sh /backup/kurs-….tar: restores a backup into the empty database of DATABASE_URL, and the record's
# folder into DATA_DIR unless it has one. Every process of the product is stopped meanwhile.
set -eu
draft=$(mktemp -d)
trap 'rm -rf "$draft"' EXIT
tar -C "$draft" -xf "$1"
pg_restore --exit-on-error --single-transaction --no-owner --dbname="$DATABASE_URL" "$draft/database.dump"
# The one that is there is newer, and keeps the product from signing another history.
if [ -e "$DATA_DIR/record" ]; then
  echo "The database is restored; $DATA_DIR/record stays."
else
  cp -a "$draft/record" "$DATA_DIR/record"
  echo "The database and $DATA_DIR/record are restored."
fi
