import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { listChanges } from "#app/features/accounts/audit-log.server.ts";
import { listAlerts } from "#app/features/alerts/alerts.server.ts";
import { anAdmin, aPet, aTag, aTagOf, aUser } from "#tests/make.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { getTagForAdmin } from "./all-tags.server.ts";
import { linkForOwner, releaseForOwner, unlinkForOwner } from "./on-behalf.server.ts";
import { claimTag } from "./tags.server.ts";

let lab: TestWorld;
let admin: Actor;
beforeAll(async () => {
  lab = await testWorld();
  admin = await anAdmin(lab.world);
});
afterAll(() => lab.close());

const seen = async (tagId: string) => ({
  tagId,
  seen: (await getTagForAdmin(lab.world, admin, tagId)).updatedAt.getTime(),
});
const later = () => lab.setNow(new Date(lab.world.clock.now().getTime() + 60_000));

test("a tag is linked, unlinked and released for its owner, each in the log; then the next may claim it", async () => {
  const owner = await aUser(lab.world);
  const petId = await aPet(lab.world, owner);
  const { id, code } = await aTagOf(lab.world, owner);
  for (const step of [
    async () => linkForOwner(lab.world, admin, await seen(id), petId),
    async () => unlinkForOwner(lab.world, admin, await seen(id)),
    async () => releaseForOwner(lab.world, admin, await seen(id)),
  ]) {
    later();
    await step();
  }
  const { changes } = await listChanges(lab.world, admin, { personId: owner.id });
  expect(changes.map(({ action }) => action)).toEqual(["tag.release", "tag.unlink", "tag.link"]);
  expect(changes[2]).toMatchObject({ before: { pet: null }, after: { pet: "Rocky" }, subjectName: code });
  const { alerts } = await listAlerts(lab.world, owner);
  expect(alerts.map(({ kind, params }) => ({ kind, ...params }))).toEqual([
    { kind: "tag", tagCode: code, tagNews: "released" },
    { kind: "tag", tagCode: code, tagNews: "unlinked" },
    { kind: "tag", tagCode: code, tagNews: "linked", petName: "Rocky" },
  ]);
  await expect(claimTag(lab.world, await aUser(lab.world), { code })).resolves.toMatchObject({ petId: null });
});

test("never to somebody else's pet, never a tag of nobody, never on what was changed meanwhile", async () => {
  const [owner, other] = [await aUser(lab.world), await aUser(lab.world)];
  const { id } = await aTagOf(lab.world, owner);
  const theirs = await aPet(lab.world, other);
  await expect(linkForOwner(lab.world, admin, await seen(id), theirs)).rejects.toMatchObject({ status: 404 });
  const free = await aTag(lab.world);
  await expect(releaseForOwner(lab.world, admin, await seen(free.id))).rejects.toMatchObject({
    code: "tagsAdmin.noOwner",
  });
  const old = await seen(id);
  later();
  const [one, two] = await Promise.allSettled([
    unlinkForOwner(lab.world, admin, old),
    releaseForOwner(lab.world, admin, old),
  ]);
  expect([one.status, two.status].sort()).toEqual(["fulfilled", "rejected"]);
  await expect(releaseForOwner(lab.world, owner, old)).rejects.toMatchObject({ status: 403 });
});

test("owners hear of it in their own language, by letter", async () => {
  const owner = await aUser(lab.world, { language: "ar" });
  const { id, code } = await aTagOf(lab.world, owner);
  await releaseForOwner(lab.world, admin, await seen(id));
  await lab.runJobs();
  const letter = lab.letters.find(({ to }) => to === owner.email);
  expect(letter?.subject).toBe(`بطاقتك ${code}`);
  expect(letter?.text).toContain("أخرجها فريقنا من حسابك");
});
