// A visitor could read or change what belongs to an owner or an administrator, on a page nobody thought of.
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { users } from "#app/features/users/users.tables.server.ts";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { signUpTestUser } from "#tests/make.ts";
import { createTestData, emails } from "./permission-data.ts";
import type { Rule } from "./permission-rules.ts";
import { table } from "./permission-table.ts";
import { type PrivateValue, privateValues } from "./private-values.ts";
import { app, openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";
import { noteWrites } from "./written-tables.ts";

const roles = ["visitor", "owner", "other", "caregiver", "admin", "demoted", "suspended"] as const;
type Role = (typeof roles)[number];
type ActiveRole = Exclude<Role, "demoted" | "suspended">;

/** Roles with the same access as users who lost their rights while signed in. */
const sameAs = { demoted: "other", suspended: "visitor" } as const;
const activeRoleOf = (role: Role): ActiveRole => (role === "demoted" || role === "suspended" ? sameAs[role] : role);

const site = await openSite();
const { pool: watcher } = openDatabase(site.databaseUrl, { max: 1 });
afterAll(() => watcher.end());

const people = {} as Record<Role, Visitor | undefined>;
const owned = await createTestData(site.ctx);
for (const lost of ["demoted", "suspended"]) await signUpTestUser(site.ctx, `${lost}@example.com`);
for (const role of roles) people[role] = await sessionOf(role);
/** Returns the tables that have changed since the last call. */
const writes = await noteWrites(watcher);

async function sessionOf(role: Role): Promise<Visitor | undefined> {
  if (role === "visitor") return undefined;
  if (role !== "demoted" && role !== "suspended") return site.signInAs(emails[role]);
  const email = `${role}@example.com`;
  const change = (values: Partial<typeof users.$inferInsert>) =>
    site.ctx.db.update(users).set(values).where(eq(users.email, email));
  await change({ role: "admin", suspendedAt: null });
  const session = await site.signInAs(email);
  await change(role === "demoted" ? { role: "user" } : { suspendedAt: site.ctx.clock.now() });
  return session;
}

type Verdict = { status: number } | { sentTo: string; toast?: string };

function canPass({ access }: Rule, role: ActiveRole): boolean {
  if (access === "everyone") return true;
  if (access === "admins") return role === "admin";
  return role !== "visitor";
}

/** Returns the redirect for a user without access; null if the user has access. */
function expectedRedirect(rule: Rule, role: ActiveRole, path: string): Verdict | null {
  if (canPass(rule, role)) return null;
  if (role === "visitor") return { sentTo: `/auth?to=${encodeURIComponent(path)}`, toast: "accounts.pleaseLogIn" };
  return { sentTo: "/dashboard", toast: "accounts.accessDenied" };
}

function expectedGet(rule: Rule, role: ActiveRole): Verdict {
  const redirect = expectedRedirect(rule, role, rule.path(owned));
  if (redirect) return role === "visitor" && rule.signInPage ? { sentTo: rule.signInPage } : redirect;
  if (rule.access === "owner" && role !== "owner")
    return { status: (role === "caregiver" ? rule.caregiver?.get : undefined) ?? 404 };
  return { status: (role === "visitor" ? undefined : rule.getSignedIn) ?? rule.get ?? 200 };
}

function expectedPost(rule: Rule, role: ActiveRole): Verdict {
  const redirect = expectedRedirect(rule, role, "/dashboard");
  if (redirect) return redirect;
  if (!rule.post) return { status: 405 };
  if (role === "caregiver" && rule.caregiver?.post) return { status: rule.caregiver.post.status };
  if (rule.postByOthers && role !== "owner") return { status: rule.postByOthers };
  return { status: rule.post.status };
}

function formOf({ post, caregiver }: Rule, role: Role): Record<string, string> {
  return (role === "caregiver" ? (caregiver?.post?.form ?? post?.form) : post?.form)?.(owned) ?? {};
}

interface Answer {
  status: number;
  sentTo: string | null;
  toast: string | null;
  body: string;
}

async function read(answer: Response, isStream = false): Promise<Answer> {
  const toast = answer.headers
    .getSetCookie()
    .map((line) => /^toast=([^;]+)/.exec(line)?.[1])
    .find(Boolean);
  const body = isStream ? await firstPiece(answer) : await answer.text();
  return {
    status: answer.status,
    sentTo: answer.headers.get("location") ?? /"redirect","([^"]*)"/.exec(body)?.[1] ?? null,
    toast: toast ? (JSON.parse(decodeURIComponent(toast)).code as string) : null,
    body,
  };
}

async function firstPiece(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  const piece = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(piece?.value);
}

function check(answer: Answer, verdict: Verdict, isData: boolean): void {
  if ("sentTo" in verdict) {
    expect(answer).toMatchObject({ ...verdict, status: isData ? 202 : 302 });
    return;
  }
  const isRedirect = verdict.status >= 300 && verdict.status < 400;
  expect(answer.status).toBe(isData && isRedirect ? 202 : verdict.status);
}

/** Returns the owner's private values that a response reveals although the rule does not allow it. */
function leaks(answer: Answer, rule: Rule, verdict: Verdict, role: Role = "visitor"): PrivateValue[] {
  const shown = [...(rule.shows ?? []), ...((role === "caregiver" && rule.caregiver?.shows) || [])];
  const allowed = "sentTo" in verdict ? [] : shown;
  return (Object.keys(privateValues) as PrivateValue[]).filter(
    (name) => answer.body.includes(privateValues[name]) && !allowed.includes(name),
  );
}

const dataPath = (path: string) => (path === "/" ? "/_.data" : path.replace(/(?=\?|$)/, ".data"));

const seenByOwner = new Set<PrivateValue>();
/** Tables changed by a GET, by route. */
const written = new Map<string, Set<string>>();
const ids = Object.keys(table);

test("the table lists exactly the routes of the build", () => {
  const layouts = new Set(Object.values(app.routes).map((route) => route?.parentId));
  const inBuild = Object.keys(app.routes).filter((id) => !layouts.has(id));
  expect(inBuild.sort()).toEqual([...ids].sort());
});

test("the table has a form for exactly the routes with an action", () => {
  const withAction = Object.values(app.routes).flatMap((route) => (route?.module.action ? [route.id] : []));
  expect(withAction.sort()).toEqual(ids.filter((id) => table[id]!.post).sort());
});

describe.each(ids)("%s", (id) => {
  const rule = table[id]!;

  test.each(roles)("GET by %s", async (role) => {
    const verdict = expectedGet(rule, activeRoleOf(role));
    const path = rule.path(owned);
    const options = { as: people[role] };
    const isStream = rule.isStream && canPass(rule, activeRoleOf(role));
    await writes();
    const data = dataPath(path);
    const ofRoute = `${data}${data.includes("?") ? "&" : "?"}_routes=${encodeURIComponent(id)}`;
    const forms = isStream ? [path] : [path, data, ofRoute];
    for (const form of forms) {
      const answer = await read(await site.get(form, options), isStream);
      const isData = form !== path;
      // A data request for a route without a loader or page has the status of its layouts.
      const isPlain = isData && "status" in verdict && verdict.status === 400;
      check(answer, isPlain ? { status: 200 } : verdict, isData);
      if (role !== "owner") expect({ form, leaks: leaks(answer, rule, verdict, role) }).toEqual({ form, leaks: [] });
      else for (const name of leaks(answer, { ...rule, shows: [] }, verdict)) seenByOwner.add(name);
    }
    const changed = await writes();
    written.set(id, (written.get(id) ?? new Set()).union(new Set(changed)));
    expect(changed.filter((name) => !rule.getWrites?.includes(name))).toEqual([]);
  });

  test.each(roles.filter((role) => role !== "owner"))("POST by %s", async (role) => {
    const path = rule.path(owned);
    const verdict = expectedPost(rule, activeRoleOf(role));
    await writes();
    for (const form of [path, dataPath(path)]) {
      const as = rule.endsSession ? await sessionOf(role) : people[role];
      const answer = await read(await site.post(form, formOf(rule, role), { as }));
      // A script that submits a form while signed out keeps its page: it gets 401 instead of a redirect.
      const isKept = form !== path && "sentTo" in verdict && verdict.sentTo.startsWith("/auth?");
      check(answer, isKept ? { status: 401 } : verdict, form !== path);
      expect({ form, leaks: leaks(answer, rule, verdict, role) }).toEqual({ form, leaks: [] });
    }
    const isCaregivers = role === "caregiver" && rule.caregiver?.post?.status === 303;
    const canChange = isCaregivers || rule.endsSession || (rule.access === "admins" && role === "admin");
    if (!canChange) expect(await writes()).toEqual([]);
  });
});

describe("validity of these tests", () => {
  test("the owner can read every private value somewhere, except a finder's full address and a hash", () => {
    // The owner's phone is shown in its local format, not as stored.
    const never: PrivateValue[] = ["wholeAddress", "phone", "recoveryHash"];
    expect([...seenByOwner].sort()).toEqual(
      (Object.keys(privateValues) as PrivateValue[]).filter((name) => !never.includes(name)).sort(),
    );
  });

  test("a GET writes exactly the tables listed", () => {
    const listed = ids.map((id) => [id, [...(table[id]!.getWrites ?? [])].sort()]);
    expect(ids.map((id) => [id, [...(written.get(id) ?? [])].sort()])).toEqual(listed);
  });

  const withForms = ids.filter((id) => table[id]!.post);
  test.each(withForms)("the owner's form reaches the action of %s", async (id) => {
    const rule = table[id]!;
    const as = rule.endsSession ? await sessionOf("owner") : people.owner;
    await writes();
    const answer = await read(await site.post(rule.path(owned), rule.post!.form(owned), { as }));
    check(answer, expectedPost(rule, "owner"), false);
    if (rule.postByOthers && rule.post!.status === 303) expect(await writes()).not.toEqual([]);
  });
});

describe("other spellings of a protected address", () => {
  const marks = [privateValues.email, "tag_code", site.ctx.translator("en")("tags.adminLead")];
  const spellings = [
    "/ADMIN/tags",
    "/admin/tags/",
    "/admin//tags",
    "/%61dmin/tags",
    "/admin/tags?x=1",
    "/admin/tags.data?_routes=root",
    "/admin/tags.data?_routes=features/admin/tags/admin-tags-page,root",
    "/Admin/Tags.data",
    "/admin/tags/.data",
    "/admin/tags/_.data",
    "/about.data?_routes=features/admin/tags/admin-tags-page",
    "//admin/tags",
    "/./admin/tags",
    "/about/../admin/tags",
    "/admin/tags;x",
    "/admin/tags.csv/",
    "/ADMIN/TAGS.CSV",
    "/admin/counts/",
  ];
  test.each(spellings)("%s reveals nothing", async (path) => {
    await writes();
    for (const role of ["visitor", "other"] as const)
      for (const method of ["GET", "HEAD", "POST"]) {
        const options = { as: people[role], method };
        const sent =
          method === "POST" ? site.post(path, { intent: "generate", count: "1" }, options) : site.get(path, options);
        const { body } = await read(await sent);
        expect(marks.filter((mark) => body.includes(mark))).toEqual([]);
      }
    expect(await writes()).toEqual([]);
  });

  test("the searched values are visible to an administrator", async () => {
    const { body } = await read(await site.get("/admin/tags", { as: people.admin }));
    const csv = await read(await site.get("/admin/tags.csv", { as: people.admin }));
    expect(marks.filter((mark) => (body + csv.body).includes(mark))).toEqual(marks);
  });

  test("two leading slashes redirect to the page with one, never to another host", async () => {
    const answer = await site.get("//evil.example/x?y=1");
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/evil.example/x?y=1"]);
    expect((await site.get("/\\evil.example/x")).headers.get("location")).toBe("/evil.example/x");
  });
});
