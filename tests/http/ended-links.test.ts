// Somebody who opens an old link would read "not found" and not learn what to do now.
import { sql } from "drizzle-orm";
import { href } from "react-router";
import { describe, expect, test } from "vitest";
import { getConfirmPath } from "#app/features/orders/confirm-link.server.ts";
import type { OrderStatus } from "#app/features/orders/orders.rules.ts";
import { acceptOffer, cancelOffer, createOffer } from "#app/features/pet-transfers/transfers.server.ts";
import { inviteCaregiver } from "#app/features/pets/caregivers/caregivers.server.ts";
import { getReachability } from "#app/features/pets/reachability/reachability.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { withTo } from "#app/platform/http/safe-path.ts";
import { signId } from "#app/platform/http/signed-id.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { createTestAdmin, createTestPet, createTestProduct, createTestUser, signUpTestUser } from "#tests/make.ts";
import { createOrderInStatus } from "#tests/make-orders.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();
const { ctx } = site;

const keyFor = (purpose: string) => signId(ctx, purpose, createId());

/** Links sent to people whose object is gone, and what their pages say. */
const links: { path: string; words: WordKey }[] = [
  { path: href("/contact-consent/:key", { key: keyFor("contact-consent") }), words: "errorPage.gone.consent" },
  { path: href("/still-reachable/:key", { key: keyFor("reach") }), words: "errorPage.gone.account" },
  { path: getConfirmPath(ctx, createId()), words: "errorPage.gone.order" },
  { path: href("/back-in-stock/:key", { key: keyFor("stock-alert") }), words: "errorPage.gone.stockAlert" },
  { path: href("/help/:key", { key: keyFor("help") }), words: "finderPage.help.gone" },
  { path: href("/f/:key", { key: keyFor("talk") }), words: "finderPage.status.deletedText" },
  { path: href("/share/:key", { key: keyFor("pet-share") }), words: "petShare.closedText" },
  {
    path: href("/community-reports/conversations/:key", { key: keyFor("report-talk") }),
    words: "errorPage.gone.conversation",
  },
  { path: href("/community-reports/manage/:key", { key: keyFor("report") }), words: "errorPage.gone.report" },
];

describe.each(["en", "ar"] as const)("a link to something that is gone says so in %s:", (language) => {
  const t = ctx.translator(language);
  test.each(links)("$path", async ({ path, words }) => {
    const answer = await site.get(path, { language });
    expect([answer.status, textOf(await answer.text()).includes(t(words))]).toEqual([410, true]);
  });

  test.each([
    { path: `/dashboard/transfers/${createId()}`, words: "errorPage.gone.offer" },
    { path: `/dashboard/care-invitations/${createId()}`, words: "errorPage.gone.invitation" },
  ] as const)("$path, after signing in", async ({ path, words }) => {
    const { email } = await signUpTestUser(ctx, `${language}-${words}@example.com`.toLowerCase());
    const answer = await site.get(path, { as: await site.signInAs(email), language });
    expect([answer.status, textOf(await answer.text()).includes(t(words))]).toEqual([404, true]);
  });
});

test.each(["en", "ar"] as const)(
  "a helper's link that is not whole says in %s where to open it again",
  async (language) => {
    const answer = await site.get("/help/nobody", { language });
    const words = ctx.translator(language)("finderPage.help.notFound");
    expect([answer.status, textOf(await answer.text()).includes(words)]).toEqual([404, true]);
  },
);

test("a link with a changed signature stays a plain 404", async () => {
  for (const { path } of links) {
    const at = path.lastIndexOf("/") + 5;
    const answer = await site.get(`${path.slice(0, at)}${path[at] === "A" ? "B" : "A"}${path.slice(at + 1)}`);
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test("an owner's old link leads to the sign-in, which opens it again", async () => {
  const { id, email } = await signUpTestUser(ctx, "old-link@example.com");
  await ctx.db.execute(
    sql`insert into reachability_checks (user_id, asked_at) values (${id}, now() - interval '61 days')`,
  );
  const { key } = await getReachability(ctx, { id });
  const path = href("/still-reachable/:key", { key });
  const answer = await site.get(path);
  expect(answer.status).toBe(410);
  expect(await answer.text()).toContain(`href="${withTo(href("/auth/phone"), path)}"`);
  expect((await site.get(path, { as: await site.signInAs(email) })).status).toBe(200);
});

test("the link to confirm an order says what has become of it", async () => {
  const t = ctx.translator("en");
  const [buyer, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
  const read = async (status: OrderStatus) => {
    const order = await createOrderInStatus(ctx, { buyer, admin }, status, await createTestProduct(ctx));
    const html = await site.getText(getConfirmPath(ctx, order.id));
    const [, title] = /<h1[^>]*>([^<]*)/.exec(html) ?? [];
    return { title, isExpected: html.includes("Arrives"), isDue: html.includes(t("orders.confirm.toPay")) };
  };
  const over = { isExpected: false, isDue: false };
  expect(await read("cancelled")).toEqual({ title: t("orders.cancelled"), ...over });
  expect(await read("delivered")).toEqual({ title: t("orders.statuses.delivered"), ...over });
  const open = { isExpected: true, isDue: true };
  expect(await read("shipped")).toEqual({ title: t("orders.confirm.confirmedTitle"), ...open });
  expect(await read("pending")).toEqual({ title: t("orders.confirm.title"), ...open });
});

/** Opens a link and returns where it leads, with the toast. */
async function follow(path: string, as: Visitor) {
  const answer = await site.get(path, { as: as.copy() });
  const [, toast] = /toast=([^;]+)/.exec(decodeURIComponent(String(answer.headers.get("set-cookie")))) ?? [];
  const { code, params } = JSON.parse(toast ?? "{}");
  return { to: answer.headers.get("location"), code, email: params?.email };
}

test("the owner of an offer is led to its page, which says to whom it was made and withdraws it", async () => {
  const owner = await signUpTestUser(ctx, "owner@example.com");
  const petId = await createTestPet(ctx, owner);
  const offerTo = async (email: string) => {
    await createOffer(ctx, owner, petId, email);
    const { rows } = await ctx.db.execute<{ id: string }>(
      sql`select id from pet_transfers where to_email = ${email} order by id desc limit 1`,
    );
    return `/dashboard/transfers/${rows[0]?.id}`;
  };
  const as = await site.signInAs("owner@example.com");
  const own = `/dashboard/pets/${petId}/transfer`;
  const link = await offerTo("new-owner@example.com");
  expect(await follow(link, as)).toEqual({
    to: own,
    code: "transfer.own",
    email: "\u2066new-owner@example.com\u2069",
  });
  await cancelOffer(ctx, owner, petId);
  expect(await follow(link, as)).toMatchObject({ to: own, code: "transfer.notOpen" });
  const receiver = await signUpTestUser(ctx, "new-owner@example.com");
  const taken = await offerTo(receiver.email);
  await acceptOffer(ctx, receiver, taken.split("/").at(-1)!);
  expect(await follow(taken, as)).toMatchObject({ to: "/dashboard/pets", code: "transfer.notOpen" });
});

test("the owner who opens the invitation of a caregiver is led to the page that withdraws it", async () => {
  const owner = await signUpTestUser(ctx, "inviter@example.com");
  const petId = await createTestPet(ctx, owner);
  const form = { email: "carer@example.com", level: "see", untilDay: null } as const;
  const { id } = await inviteCaregiver(ctx, owner, petId, form);
  const link = `/dashboard/care-invitations/${id}`;
  const as = await site.signInAs("inviter@example.com");
  const to = `/dashboard/pets/${petId}/caregivers`;
  expect(await follow(link, as)).toEqual({ to, code: "caregivers.own", email: "\u2066carer@example.com\u2069" });
  await ctx.db.execute(sql`update pet_caregivers set ended_at = now() where email = 'carer@example.com'`);
  expect(await follow(link, as)).toMatchObject({ to, code: "caregivers.notOpen" });
});

test("“Can we still reach you?” leads another account to its own settings only after switching accounts", async () => {
  const owner = await signUpTestUser(ctx, "reached@example.com");
  await signUpTestUser(ctx, "neighbour@example.com");
  const { key } = await getReachability(ctx, owner);
  const path = href("/still-reachable/:key", { key });
  const settings = href("/dashboard/settings/notifications");
  const read = async (as?: Awaited<ReturnType<typeof site.signInAs>>) => {
    const html = await site.getText(path, as ? { as } : {});
    return {
      link: html.includes(`href="${settings}"`),
      switches: html.includes(`name="to" value="${settings}"`),
      account: html.includes("neighbour@example.com"),
    };
  };
  const straight = { link: true, switches: false, account: false };
  expect(await read()).toEqual(straight);
  expect(await read(await site.signInAs("reached@example.com"))).toEqual(straight);
  expect(await read(await site.signInAs("neighbour@example.com"))).toEqual({
    link: false,
    switches: true,
    account: true,
  });
});
