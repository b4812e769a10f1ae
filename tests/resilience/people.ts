import { query } from "#tests/databases.ts";
import { request } from "../../bench/request.ts";
import { visitorHeaders } from "../../bench/visitors.ts";

/** Result of opening a tag's page. */
export interface Scan {
  status: number;
  /** Id of the recorded scan, which the page contains. */
  id: string;
}

/**
 * Opens a tag's page as a stranger with a phone. The status is 0 if the connection broke before the response was
 * complete.
 */
export async function scan(url: string, code = "DEMO-LINKED", visitor = 0): Promise<Scan> {
  const headers = { ...visitorHeaders(visitor), "accept-encoding": "identity" };
  const answer = await request(`${url}/tag/${code}`, headers).catch(() => null);
  const id = /name="scan" value="([0-9a-f-]{36})\./.exec(answer?.body.toString() ?? "")?.[1] ?? "";
  return { status: answer?.status ?? 0, id };
}

/** Signs a demo account in through the form and returns the session cookie. */
export async function signIn(url: string, email = "owner@aleef.test", password = "Aleef-demo-1"): Promise<string> {
  const answer = await fetch(`${url}/auth`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ intent: "signIn", email, password }),
  });
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("aleef.session_token="));
  if (!cookie) throw new Error(`${email} could not sign in: ${answer.status}\n${await answer.text()}`);
  return cookie.slice(0, cookie.indexOf(";"));
}

/**
 * Copies the demo pet and its tag, because notifications are limited per pet and here every scan must cause one.
 * Returns the codes.
 */
export async function copyTaggedPet(url: string, copies: number): Promise<string[]> {
  const { rows: columns } = await query(
    url,
    `select table_name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
       from information_schema.columns where table_schema = 'public' and table_name in ('pets', 'tags')
        and is_generated = 'NEVER' group by table_name`,
  );
  const namesOf = (table: string) => columns.find((row) => row.table_name === table).names;
  const copy = (table: string, source: string, changes: string) =>
    `insert into ${table} (${namesOf(table)}) select ${namesOf(table)} from (
       select (jsonb_populate_record(source, ${changes})).* from ${table} source, generate_series(1, ${copies}) n
        where ${source}) copied`;
  const id = (kind: string) => `md5('${kind}' || n)::uuid`;
  await query(url, copy("pets", "name = 'Rocky'", `jsonb_build_object('id', ${id("pet")})`));
  const changes = `jsonb_build_object('id', ${id("tag")}, 'pet_id', ${id("pet")}, 'code', 'ZZN' || n, 'code_key', 'ZZN' || n)`;
  await query(url, copy("tags", "code = 'DEMO-LINKED'", changes));
  return Array.from({ length: copies }, (_, at) => `ZZN${at + 1}`);
}
