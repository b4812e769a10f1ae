// A stranger without the finder's link could mark a pet as home by sending a code.
import { expect, test } from "vitest";
import { openFinderApp } from "./finder-app.ts";
import { textOf } from "./finder-page.ts";

const here = await openFinderApp();
const { site, reportFound } = here;

const toArabic = (text: string) => text.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");

test.each(["en", "ar"] as const)(
  "the finder enters the family's code and is thanked, without scripts, in %s",
  async (language) => {
    const t = site.ctx.translator(language);
    const { path, scan } = await reportFound({ note: "He is with me" });
    const page = `/dashboard/scan-details/${scan.id}`;
    const form = await site.getText(path, { language });
    expect(textOf(form)).toContain(t("finderPage.status.handoverText"));
    expect((await site.post(page, { intent: "handover" }, { as: here.as })).status).toBe(303);
    const shown = textOf(await site.getText(page, { as: here.as }));
    const [, code = ""] = /(?<!\d)(\d{6})(?!\d)/.exec(shown) ?? [];
    expect(code).not.toBe("");
    for (const typed of ["", "12345", "1234567", "<b>1</b>", "x".repeat(5000)]) {
      const refused = await site.post(path, { intent: "handover", code: typed }, { from: here.from, language });
      expect(refused.status).toBe(400);
      expect(textOf(await refused.text())).toContain(t("scanDetails.handover.wrong"));
    }
    const right = ` ${toArabic(code.slice(0, 3))} ${code.slice(3)} `;
    const done = await site.post(path, { intent: "handover", code: right }, { from: here.from, language });
    expect([done.status, done.headers.get("location")]).toEqual([303, path]);
    const thanks = textOf(await site.getText(path, { language }));
    expect(thanks).toContain(t("finderPage.status.home", { name: "Rocky" }));
    expect(thanks).not.toContain(t("finderPage.status.handoverText"));
    expect(textOf(await site.getText(`${path}/live`, { language }))).toContain(
      t("finderPage.status.reunited", { name: "Rocky" }),
    );
    const owners = textOf(await site.getText(page, { as: here.as }));
    expect(owners).toContain(site.ctx.translator("en")("scanDetails.handover.home", { name: "Rocky" }));
    expect(owners).not.toContain(code);
  },
);

test("rejects a code sent with an unknown key", async () => {
  const answer = await site.post("/f/nobody", { intent: "handover", code: "123456" }, { from: here.from });
  expect(answer.status).toBe(404);
});
