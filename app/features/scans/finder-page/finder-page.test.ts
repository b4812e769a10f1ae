// Text that an owner wrote about a pet would run as a script in every finder's browser.
import { expect, test } from "vitest";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { finderLanguages, productLanguageOf } from "#app/platform/i18n/finder-languages.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { visitOf } from "#tests/visits.ts";
import { renderTagPage } from "./finder-page.server.tsx";

const { ctx } = await createTestApp();

test("the finder's page escapes everything the owner wrote about the pet", async () => {
  const owner = await createTestUser(ctx);
  const hostile = (field: string) => `</dd><script>canary("${field}")</script><img src=x onerror='canary("${field}")'>`;
  const fields = ["breed", "color", "behaviours", "notes", "diet", "urgentNeeds"] as const;
  const medical = { conditions: hostile("conditions"), allergies: hostile("allergies") };
  const petId = await createTestPet(ctx, owner, {
    ...Object.fromEntries(fields.map((field) => [field, hostile(field)])),
    medical,
    shown: ["breed", "color", "behaviours", "notes", "diet", "urgentNeeds", "medical"],
  });
  const { code } = await createClaimedTag(ctx, owner, petId);
  for (const finderLanguage of finderLanguages) {
    const language = productLanguageOf(finderLanguage);
    const t = ctx.translator(finderLanguage);
    const info: RequestInfo = { id: "1", address: "198.51.100.7", language, finderLanguage, t, nonce: "n" };
    const answer = await renderTagPage(
      ctx,
      info,
      new Request(`http://localhost:3000/tag/${code}`),
      visitOf(code),
      null,
    );
    const html = await answer.text();
    expect(html).not.toMatch(/<script>canary|<img src=x/);
    for (const field of [...fields, "conditions", "allergies"])
      expect(html).toContain(`&lt;script&gt;canary(&quot;${field}&quot;)`);
  }
});
