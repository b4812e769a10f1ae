// If these fail, whoever holds a stolen pet can keep a true finder's words from the owner by writing many forms.
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { getConversationByKey, updateConversationState } from "#app/features/conversations/conversations.server.ts";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import type { Tag } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { readUserAgent } from "#app/platform/http/user-agent.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { visitOf } from "#tests/visits.ts";
import { acceptEscalation, findEscalation } from "../escalation/escalation.server.ts";
import { receiveScan } from "../recording/receive-scan.server.ts";
import { createScanToken, startFinderConversation } from "../submissions/finder-submissions.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const android = (version: number) =>
  `Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`;

let owner: Actor;
let tag: Tag;
beforeEach(async () => {
  owner = await createTestUser(ctx);
  await grantTestPlan(ctx, owner, "comfort");
  const contacts = [{ name: "Omar", phone: "+201001112223", email: "omar@example.com" }];
  tag = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner, { contacts }));
});

/** Opens the tag's page and sends "I have this pet"; returns the conversation's id. */
async function report(address: string, userAgent = android(142)): Promise<string> {
  const seen = await receiveScan(ctx, visitOf(tag.code, { address, device: readUserAgent(userAgent) }));
  if (!("scanId" in seen)) throw new Error("no scan");
  const from = { address, language: "en" as const };
  const key = await startFinderConversation(ctx, createScanToken(ctx, seen.scanId), { note: "I have him" }, from);
  return (await getConversationByKey(ctx, key)).id;
}

/** Returns the state of the e-mail about the newest "found" notification, or why none is sent. */
async function emailOfNewest(): Promise<string> {
  const rows = await ctx.db
    .select({ id: notifications.id, state: notificationDeliveries.state, reason: notificationDeliveries.reason })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(
      and(
        eq(notifications.userId, owner.id),
        eq(notifications.kind, "found"),
        eq(notificationDeliveries.channel, "email"),
      ),
    );
  const newest = rows.sort((a, b) => a.id.localeCompare(b.id)).at(-1);
  return newest?.reason ?? newest?.state ?? "none";
}

describe("forms of an attacker", () => {
  test("from 60 networks, six from each, silence no finder on another network", async () => {
    // Ten networks at once, because each scan alone waits for the next batch.
    for (let first = 0; first < 60; first += 10)
      for (let at = 0; at < 6; at++)
        await Promise.all(Array.from({ length: 10 }, (_, one) => report(`10.7.${first + one}.${at}`)));
    await report("198.51.100.7");
    expect(await emailOfNewest()).toBe("waiting");
  });

  test("from the finder's own network, 30 by one device, silence no finder with another device", async () => {
    let refused = 0;
    for (let at = 0; at < 40; at++) await report("203.0.113.9").catch(() => refused++);
    expect(refused).toBe(10);
    expect(await emailOfNewest()).toBe("many");
    const conversationId = await report("203.0.113.9", iphone);
    expect(await emailOfNewest()).toBe("waiting");
    expect(await findEscalation(ctx, conversationId)).toMatchObject({ stoppedAt: null });
  });

  /** The price of silencing one finder: only on the finder's own network, by this many forms with invented devices. */
  test("silence a finder only from the same network, with 32 forms of 8 invented devices; the inbox has it still", async () => {
    const forms = async (device: number, count: number) => {
      for (let at = 0; at < count; at++) await report("203.0.113.77", android(device));
    };
    for (let device = 100; device < 104; device++) await forms(device, 5);
    for (let device = 104; device < 108; device++) await forms(device, device === 107 ? 2 : 3);
    // One form fewer, and another finder gets through.
    await report("203.0.113.77", iphone.replace("18_5", "17_5").replace("18.5", "17.5"));
    expect(await emailOfNewest()).toBe("waiting");
    await report("203.0.113.77", iphone);
    expect(await emailOfNewest()).toBe("many");
    const found = await ctx.db.$count(
      notifications,
      and(eq(notifications.userId, owner.id), eq(notifications.kind, "found")),
    );
    expect(found).toBe(33);
    // Nobody on another network is affected.
    await report("198.51.100.77", iphone);
    expect(await emailOfNewest()).toBe("waiting");
  });

  test("do not keep the contacts from a true finder, who is asked for once another wait ends", async () => {
    const first = await report("10.8.1.1");
    for (let network = 2; network <= 5; network++) await report(`10.8.${network}.1`);
    const true1 = await report("198.51.100.7", iphone);
    expect(await findEscalation(ctx, true1)).toBeNull();
    await acceptEscalation(ctx, owner, first);
    expect(await findEscalation(ctx, true1)).toMatchObject({ stoppedAt: null });
  });

  test("whose conversation the owner closed hold back that device only, not others on its address", async () => {
    const abuse = await report("203.0.113.200");
    await updateConversationState(ctx, owner, abuse, "closed");
    const again = await report("203.0.113.200");
    expect(await emailOfNewest()).toBe("many");
    expect(await findEscalation(ctx, again)).toBeNull();
    const other = await report("203.0.113.200", iphone);
    expect(await emailOfNewest()).toBe("waiting");
    expect(await findEscalation(ctx, other)).toMatchObject({ stoppedAt: null });
  });
});
