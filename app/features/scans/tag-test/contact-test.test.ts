// Emergency contacts who never agreed would get test messages, or get them every hour.
import { expect, test } from "vitest";
import { updateConsent } from "#app/features/phone/consent.server.ts";
import { answerAsContact, createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { sendContactTest } from "./tag-test.server.ts";

const testApp = await createTestApp();

test("sendContactTest sends a test message to contacts who gave consent, once a day", async () => {
  const { ctx, phoneMessages } = testApp;
  const owner = await createTestUser(ctx);
  const contacts = ["+201001110001", "+201001110002"].map((phone, at) => ({ name: `C${at}`, phone, email: null }));
  const tag = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner, { name: "Rocky", contacts }));
  await expect(sendContactTest(ctx, owner, tag.id)).rejects.toMatchObject({ code: "tagTest.noContacts" });
  // The holder's own account and another owner's contact say nothing about this owner.
  await updateConsent(ctx, "+201001110001", "agreed", "en");
  await answerAsContact(ctx, await createTestUser(ctx), "+201001110001");
  await expect(sendContactTest(ctx, owner, tag.id)).rejects.toMatchObject({ code: "tagTest.noContacts" });
  await answerAsContact(ctx, owner, "+201001110002");
  expect(await sendContactTest(ctx, owner, tag.id)).toBe(1);
  await testApp.runJobs();
  expect(phoneMessages).toMatchObject([{ to: "+201001110002", template: { name: "aleef_test" } }]);
  expect(phoneMessages[0]?.text).toMatch(/test.*Rocky/);
  await expect(sendContactTest(ctx, owner, tag.id)).rejects.toMatchObject({ code: "errors.tooManyHours" });
  const stranger = await createTestUser(ctx);
  await expect(sendContactTest(ctx, stranger, tag.id)).rejects.toMatchObject({ status: 404 });
});
