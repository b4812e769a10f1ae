// Whoever breaks into the app could rewrite the audit log or run programs on the database's machine.
import { expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";

const t = await createTestApp();
await t.ctx.pool.query(
  "insert into audit_log (id, at, action, subject_kind, subject_name) values (gen_random_uuid(), now(), 'tag.create', 'tag', 'KEPT')",
);

test.each([
  "copy key_values (name) from program 'echo taken'",
  "copy (select 1) to program 'cat'",
  "select pg_read_file('/etc/passwd')",
  "set session_replication_role = replica",
  "alter system set log_statement = 'all'",
  "update audit_log set subject_name = null",
  "update audit_log set subject_name = 'forged'",
  "delete from audit_log",
  "truncate audit_log",
  "drop table audit_log",
  "alter table audit_log disable trigger all",
  "alter table audit_log owner to current_user",
  "create trigger mine before insert on audit_log for each row execute function audit_log_append_only()",
  "create or replace function audit_log_append_only() returns trigger language plpgsql as 'begin return new; end'",
  "alter table users disable trigger audit_log_erase_person",
  "create table mine (id int)",
  "create role mine",
  "create database mine",
  "set role aleef_owner",
  "alter role aleef_app superuser",
])("the app's role may not: %s", async (text) => {
  await expect(t.ctx.pool.query(text)).rejects.toMatchObject({ code: "42501" });
});

test("the app's role is no superuser, owns no tables, and may only read and insert in the audit log", async () => {
  const { rows } = await t.ctx.pool.query(
    `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
       (select count(*)::int from pg_class where relowner = r.oid and relnamespace <> 'jobs'::regnamespace
         and relnamespace <> 'pg_toast'::regnamespace) as owns
     from pg_roles r where rolname = current_user`,
  );
  expect(rows).toEqual([
    {
      rolname: "aleef_app",
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
      owns: 0,
    },
  ]);
  const kept = "select subject_name from audit_log where action = 'tag.create'";
  expect((await t.ctx.pool.query(kept)).rows).toEqual([{ subject_name: "KEPT" }]);
});

test("the role that owns the tables cannot run programs or read files", async () => {
  for (const text of ["copy key_values (name) from program 'echo taken'", "set session_replication_role = replica"])
    await expect(query(t.ctx.ownerUrl, text)).rejects.toMatchObject({ code: "42501" });
});

test("deleting an account clears its lines of the audit log and no others", async () => {
  const [leaving, staying] = [await createTestUser(t.ctx), await createTestUser(t.ctx)];
  for (const { id } of [leaving, staying])
    await t.ctx.pool.query(
      `insert into audit_log (id, at, action, subject_kind, subject_id, subject_name, person_id, before, after)
       values (gen_random_uuid(), now(), 'pet.correct', 'pet', 'a-pet', 'Canary', $1, '{"name":"Canary"}', '{}')`,
      [id],
    );
  await t.ctx.pool.query("delete from users where id = $1", [leaving.id]);
  const { rows } = await t.ctx.pool.query(
    `select person_id, subject_id, subject_name, before, after from audit_log where action = 'pet.correct'
     order by person_id nulls first`,
  );
  const nothing = { person_id: null, subject_id: null, subject_name: null, before: null, after: null };
  const all = {
    person_id: staying.id,
    subject_id: "a-pet",
    subject_name: "Canary",
    before: { name: "Canary" },
    after: {},
  };
  expect(rows).toEqual([nothing, all]);
});
