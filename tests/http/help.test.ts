// A finder would not be told that a friend of the family has taken over.
import { expect, test } from "vitest";
import { runEscalations } from "#app/features/scans/escalation/escalation.server.ts";
import { createClaimedTag, createTestPet, signUpTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { openFinderApp } from "./finder-app.ts";
import { openTag, textOf } from "./finder-page.ts";

const { site } = await openFinderApp();

let people = 0;

test.each(["en", "ar"] as const)(
  "an emergency contact takes over through a link, without account or scripts, in %s",
  async (language) => {
    const { ctx } = site;
    const t = ctx.translator(language);
    const from = `203.0.${++people}.9`;
    site.setNow(site.served.clock.now());
    const owner = await signUpTestUser(ctx, `away${people}@example.com`, { language });
    await grantTestPlan(ctx, owner);
    const email = `contact${people}@example.com`;
    const contacts = [{ name: "Zenobia", phone: "+201001234567", email }];
    const tag = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner, { name: "Rocky", contacts }));
    const { token } = await openTag(site, tag.code, { from });
    const sent = await site.post(
      `/tag/${tag.code}`,
      { intent: "have", scan: token, note: "By the <b>gate</b>", contact: "0100 111 2222" },
      { from },
    );
    const path = sent.headers.get("location")!;
    site.setNow(new Date(site.served.clock.now().getTime() + 11 * 60_000));
    await runEscalations(ctx);
    await site.runJobs();
    const message = site.emails.find(({ to }) => to === email)!;
    expect(message.text).toContain(t("finderPage.help.open"));
    const help = /\/help\/[\w-]{43}/.exec(message.text)![0];

    const helpPage = await site.getText(help, { language });
    expect(textOf(helpPage)).toContain(t("finderPage.help.take"));
    expect(textOf(helpPage)).toContain("By the <b>gate</b>");
    const live = async () => textOf(await site.getText(`${path}/live`, { language }));
    expect(await live()).toContain(t("finderPage.status.steps.asked", { name: "Rocky" }));
    expect((await site.post(help, {}, { language })).status).toBe(303);
    expect(textOf(await site.getText(help, { language }))).toContain(
      t("finderPage.help.mineTitle", { contact: "\u2068Zenobia\u2069" }),
    );
    // The contact may not be able to come, so nothing is promised and the page asks for the place.
    expect(await live()).not.toContain(t("finderPage.status.someone"));
    expect(await live()).toContain(t("finderPage.status.helper", { name: "Rocky" }));
    expect(await live()).toContain(t("finderPage.status.helperAsks"));
    expect((await site.post(help, { intent: "write", body: "  " }, { language })).status).toBe(400);
    expect((await site.post(help, { intent: "write", body: "Where can we meet?" }, { language })).status).toBe(303);
    expect(await live()).toContain("Where can we meet?");
    expect(await live()).not.toContain("Zenobia");
    const as = await site.signInAs(owner.email);
    const scan = /\/dashboard\/scan-details\/[\w-]{36}/.exec(await site.getText("/dashboard/inbox", { as }));
    const page = textOf(await site.getText(scan![0], { as, language }));
    expect(page).toContain(ctx.translator(language)("escalation.accepted", { name: "\u2068Zenobia\u2069" }));
    for (const own of [owner.email, owner.lastName]) expect(helpPage).not.toContain(own);
  },
);
