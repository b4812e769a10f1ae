#!/bin/sh
# Sets the passwords of the app's two database roles (app/platform/db/migrate/roles.sql).
set -e
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
  -v app="$DATABASE_PASSWORD" -v owner="$DATABASE_OWNER_PASSWORD" <<'SQL'
alter role aleef_app password :'app';
alter role aleef_owner password :'owner';
SQL
