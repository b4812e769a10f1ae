-- Creates the two roles of the app's database and transfers ownership to them, whoever owned it before: aleef_owner
-- owns the database and its tables and migrates them; aleef_app serves requests and owns only the job queue. Neither is
-- a superuser. Must be run in that database by a superuser; idempotent. Passwords are set elsewhere.
DO $$
DECLARE
  step text;
BEGIN
  IF to_regrole('aleef_app') IS NULL THEN
    CREATE ROLE aleef_app LOGIN;
  END IF;
  IF to_regrole('aleef_owner') IS NULL THEN
    -- A restore test creates a second database.
    CREATE ROLE aleef_owner LOGIN CREATEDB IN ROLE aleef_app;
  END IF;
  FOR step IN
    WITH schemas AS (
      SELECT oid, nspname, nspowner, CASE nspname WHEN 'jobs' THEN 'aleef_app' ELSE 'aleef_owner' END AS to_whom
      FROM pg_namespace WHERE nspname IN ('public', 'drizzle', 'jobs')
    ), extras AS (
      -- Objects of extensions, and sequences of columns, whose owner follows that of their table.
      SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
      UNION ALL SELECT classid, objid FROM pg_depend
        WHERE deptype IN ('a', 'i') AND classid = 'pg_class'::regclass AND refobjsubid > 0
    )
    SELECT format('ALTER DATABASE %I OWNER TO aleef_owner', datname)
      FROM pg_database WHERE datname = current_database() AND datdba <> to_regrole('aleef_owner')
    UNION ALL
    -- Belongs to the owner of the database, and nobody else may create objects in it.
    SELECT 'ALTER SCHEMA public OWNER TO pg_database_owner; REVOKE CREATE ON SCHEMA public FROM PUBLIC'
      FROM schemas WHERE nspname = 'public' AND nspowner <> 'pg_database_owner'::regrole
    UNION ALL
    SELECT format('ALTER SCHEMA %I OWNER TO aleef_owner', nspname)
      FROM schemas WHERE nspname <> 'public' AND nspowner <> to_regrole('aleef_owner')
    UNION ALL
    SELECT format('ALTER TABLE %I.%I OWNER TO %I', nspname, relname, to_whom)
      FROM pg_class c JOIN schemas s ON s.oid = c.relnamespace
      WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND relowner <> to_regrole(to_whom)
        AND NOT EXISTS (SELECT FROM extras WHERE classid = 'pg_class'::regclass AND objid = c.oid)
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, to_whom)
      FROM pg_proc p JOIN schemas s ON s.oid = p.pronamespace
      WHERE proowner <> to_regrole(to_whom)
        AND NOT EXISTS (SELECT FROM extras WHERE classid = 'pg_proc'::regclass AND objid = p.oid)
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, to_whom)
      FROM pg_type t JOIN schemas s ON s.oid = t.typnamespace
      WHERE typtype IN ('e', 'd') AND typowner <> to_regrole(to_whom)
        AND NOT EXISTS (SELECT FROM extras WHERE classid = 'pg_type'::regclass AND objid = t.oid)
  LOOP
    EXECUTE step;
  END LOOP;
END $$;
