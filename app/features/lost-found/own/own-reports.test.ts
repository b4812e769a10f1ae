// A pet that is home would still be searched for, or a report would be missing from its author's list.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { petLost } from "#app/features/pets/pets.tables.server.ts";
import { reunitedJob } from "#app/features/scans/handover/handover.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestPet, createTestReport, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { resolveReport } from "../report-states.server.ts";

import { lostFoundPosts as posts } from "../reports.tables.server.ts";
import { listOwnReports } from "./own-reports.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

async function createLostPet(owner: Actor, name: string) {
  const petId = await createTestPet(ctx, owner, { name });
  return { petId, reportId: await createTestReport(ctx, owner, { petName: name, petId }) };
}

const statusOf = async (id: string) =>
  (await ctx.db.select({ status: posts.status, how: posts.resolution }).from(posts).where(eq(posts.id, id)))[0];

test("the handover of a pet resolves its report as found by tag, once, and no other report", async () => {
  const owner = await createTestUser(ctx);
  const [resolved, open] = [
    await createLostPet(owner, "Rocky"),
    await createLostPet(await createTestUser(ctx), "Luna"),
  ];
  for (let attempt = 0; attempt < 2; attempt++)
    await ctx.jobs.send(ctx.db, reunitedJob, { ownerId: owner.id, petId: resolved.petId });
  await testApp.runJobs();
  expect(await statusOf(resolved.reportId)).toEqual({ status: "resolved", how: "tag" });
  expect(await statusOf(open.reportId)).toMatchObject({ status: "open" });
  expect(await ctx.db.select().from(petLost).where(eq(petLost.petId, resolved.petId))).toEqual([]);
});

test("the handover does not change a report resolved in another way", async () => {
  const owner = await createTestUser(ctx);
  const { petId, reportId } = await createLostPet(owner, "Rocky");
  await resolveReport(ctx, owner, reportId, { resolution: "nearby" });
  await ctx.jobs.send(ctx.db, reunitedJob, { ownerId: owner.id, petId });
  await testApp.runJobs();
  expect(await statusOf(reportId)).toEqual({ status: "resolved", how: "nearby" });
});

test("a user's reports are listed with the resolved ones last, on pages of twenty without gap or repetition", async () => {
  const owner = await createTestUser(ctx);
  const { reportId } = await createLostPet(owner, "Rocky");
  const [report] = await ctx.db.select().from(posts).where(eq(posts.id, reportId));
  const ids = [reportId, ...Array.from({ length: 44 }, () => createId())];
  await ctx.db.insert(posts).values(ids.slice(1).map((id) => ({ ...report!, id, petId: null })));
  const resolved = ids.filter((_, index) => index % 3 === 0);
  for (const id of resolved) await resolveReport(ctx, owner, id, { resolution: "nearby" });
  const listed: string[] = [];
  let after: string | null = null;
  do {
    const { reports, next } = await listOwnReports(ctx, owner, after);
    expect(reports.length).toBeLessThanOrEqual(20);
    listed.push(...reports.map(({ id }) => id));
    after = next;
  } while (after);
  const open = ids.filter((id) => !resolved.includes(id));
  expect(listed).toEqual([...open.toReversed(), ...resolved.toReversed()]);
});
