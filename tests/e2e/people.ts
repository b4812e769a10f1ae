import { type APIRequestContext, expect } from "@playwright/test";
import { hashPassword } from "better-auth/crypto";
import { signInMethods } from "#app/features/auth/auth.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";

export interface Member {
  email: string;
  password: string;
}

const password = "Sunny-walk-7";
let made = 0;

/** Returns a new e-mail address, as long as real ones may be. */
export function newAddress(who: string): string {
  return `${who}-${process.pid}-${++made}.of.a.long.family.name@mail.example.com`;
}

/** Submits a form to `path` like a browser without scripts. Returns the redirect's location. */
export async function post(
  browser: APIRequestContext,
  path: string,
  form: Record<string, string>,
  more: Record<string, string> = {},
): Promise<string> {
  const headers = { "x-forwarded-for": `10.${++made >> 8}.${made & 255}.7`, ...more };
  const answer = await browser.post(path, { form, headers, maxRedirects: 0 });
  expect([302, 303], `${path} took ${JSON.stringify(form)}`).toContain(answer.status());
  return answer.headers().location ?? "";
}

let hash: Promise<string> | undefined;

/** Inserts a new verified account into the database. Sign-up itself has its own tests. */
export async function addMember(db: Db, language: Language): Promise<Member> {
  const email = newAddress("member");
  hash ??= hashPassword(password);
  const id = createId();
  const named = { name: "Salma", firstName: "Salma" };
  await db.insert(users).values({ id, email, emailVerified: true, language, ...named });
  const method = { id: createId(), userId: id, accountId: id, providerId: "credential", password: await hash };
  await db.insert(signInMethods).values(method);
  return { email, password };
}

/** Returns a custom tag code with letters, digits (which Arabic writes differently) and hyphens. */
export function newCode(): string {
  return `ALF-${process.pid}-${4070 + ++made}-XB`;
}

/**
 * Requests a plan for one month at its initial price and approves it, through the forms of the user and the
 * administrator.
 */
export async function givePlan(browser: APIRequestContext, member: Member, plan: "comfort" | "rescue-plus") {
  const ask = {
    intent: "ask",
    offer: `${plan}-1`,
    paymentMethod: "wallet",
    "seen.rescue-plus-1": "599",
    "seen.comfort-1": "299",
  };
  await post(browser, "/auth", { intent: "signIn", ...member, to: "" });
  await post(browser, "/dashboard/subscription", ask);
  await post(browser, "/auth/sign-out", {});
  await post(browser, "/auth", { intent: "signIn", email: "admin@aleef.test", password: "Aleef-demo-1", to: "" });
  const review = await browser.get(`/admin/upgrade-requests?q=${encodeURIComponent(member.email)}`);
  const requestId = /name="requestId" value="([\w-]{36})"/.exec(await review.text())?.[1] ?? "";
  await post(browser, "/admin/upgrade-requests", { intent: "approve", requestId });
  await post(browser, "/auth/sign-out", {});
}
