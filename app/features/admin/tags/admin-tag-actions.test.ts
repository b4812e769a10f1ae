// Support would hand a tag to the wrong person, and its owner would never hear of it.
import { expect, test } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { listNotifications } from "#app/features/notifications/notifications.server.ts";
import { claimTag } from "#app/features/tags/tags.server.ts";
import { createClaimedTag, createTestAdmin, createTestPet, createTestTag, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { allowClaimAsAdmin, linkTagAsAdmin, releaseTagAsAdmin, unlinkTagAsAdmin } from "./admin-tag-actions.server.ts";
import { getTagForAdmin } from "./list-all-tags.server.ts";

const testApp = await createTestApp();
const admin = await createTestAdmin(testApp.ctx);

const seen = async (tagId: string) => ({
  tagId,
  seen: (await getTagForAdmin(testApp.ctx, admin, tagId)).updatedAt.getTime(),
});
const later = () => testApp.setNow(testApp.ctx.clock.in(60_000));

test("links, unlinks and releases a tag for its owner, with audit log entries; then it can be claimed again", async () => {
  const owner = await createTestUser(testApp.ctx);
  const petId = await createTestPet(testApp.ctx, owner);
  const { id, code } = await createClaimedTag(testApp.ctx, owner);
  for (const step of [
    async () => linkTagAsAdmin(testApp.ctx, admin, await seen(id), petId),
    async () => unlinkTagAsAdmin(testApp.ctx, admin, await seen(id)),
    async () => releaseTagAsAdmin(testApp.ctx, admin, await seen(id)),
  ]) {
    later();
    await step();
  }
  const { changes } = await listChanges(testApp.ctx, admin, { personId: owner.id });
  expect(changes.map(({ action }) => action)).toEqual(["tag.release", "tag.unlink", "tag.link"]);
  expect(changes[2]).toMatchObject({ before: { pet: null }, after: { pet: "Rocky" }, subjectName: code });
  const { notifications } = await listNotifications(testApp.ctx, owner);
  expect(notifications.map(({ kind, params }) => ({ kind, ...params }))).toEqual([
    { kind: "tag", tagCode: code, tagNews: "released" },
    { kind: "tag", tagCode: code, tagNews: "unlinked" },
    { kind: "tag", tagCode: code, tagNews: "linked", petName: "Rocky" },
  ]);
  await expect(claimTag(testApp.ctx, await createTestUser(testApp.ctx), { code })).resolves.toMatchObject({
    petId: null,
  });
});

test("a tag removed from an account is refused to it until an administrator allows it or someone else has it", async () => {
  const [wrong, right] = [await createTestUser(testApp.ctx), await createTestUser(testApp.ctx)];
  const { id, code } = await createClaimedTag(testApp.ctx, wrong);
  await releaseTagAsAdmin(testApp.ctx, admin, await seen(id));
  await expect(claimTag(testApp.ctx, wrong, { code })).rejects.toMatchObject({
    code: "tags.releasedFromYou",
    field: "code",
  });
  await expect(allowClaimAsAdmin(testApp.ctx, wrong, await seen(id))).rejects.toMatchObject({ status: 403 });
  await allowClaimAsAdmin(testApp.ctx, admin, await seen(id));
  await expect(allowClaimAsAdmin(testApp.ctx, admin, await seen(id))).rejects.toMatchObject({ status: 409 });
  await claimTag(testApp.ctx, wrong, { code });
  await releaseTagAsAdmin(testApp.ctx, admin, await seen(id));
  await claimTag(testApp.ctx, right, { code });
  await releaseTagAsAdmin(testApp.ctx, admin, await seen(id));
  await expect(claimTag(testApp.ctx, wrong, { code })).resolves.toMatchObject({ releasedFromId: null });
});

test("rejects somebody else's pet, a tag without an owner, and a tag changed meanwhile", async () => {
  const [owner, other] = [await createTestUser(testApp.ctx), await createTestUser(testApp.ctx)];
  const { id } = await createClaimedTag(testApp.ctx, owner);
  const theirs = await createTestPet(testApp.ctx, other);
  await expect(linkTagAsAdmin(testApp.ctx, admin, await seen(id), theirs)).rejects.toMatchObject({ status: 404 });
  const free = await createTestTag(testApp.ctx);
  await expect(releaseTagAsAdmin(testApp.ctx, admin, await seen(free.id))).rejects.toMatchObject({
    code: "adminTags.noOwner",
  });
  const old = await seen(id);
  later();
  const [one, two] = await Promise.allSettled([
    unlinkTagAsAdmin(testApp.ctx, admin, old),
    releaseTagAsAdmin(testApp.ctx, admin, old),
  ]);
  expect([one.status, two.status].sort()).toEqual(["fulfilled", "rejected"]);
  await expect(releaseTagAsAdmin(testApp.ctx, owner, old)).rejects.toMatchObject({ status: 403 });
});

test("notifies owners by e-mail in their own language", async () => {
  const owner = await createTestUser(testApp.ctx, { language: "ar" });
  const { id, code } = await createClaimedTag(testApp.ctx, owner);
  await releaseTagAsAdmin(testApp.ctx, admin, await seen(id));
  await testApp.runJobs();
  const message = testApp.emails.find(({ to }) => to === owner.email);
  expect(message?.subject).toBe(`أزلنا البطاقة ${code} من حسابك`);
  expect(message?.text).toContain("أزال فريقنا البطاقة من حسابك");
});
