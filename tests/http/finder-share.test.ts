// A finder would share their place longer than they agreed, or with more people than the owner.
import { beforeAll, describe, expect, test } from "vitest";
import { grantTestPlan } from "#tests/make-plans.ts";
import { openFinderApp } from "./finder-app.ts";

const here = await openFinderApp();
const { site, reportFound } = here;

const json = { accept: "application/json" };
const now = () => Date.now();
const places = (...changes: object[]) =>
  JSON.stringify(changes.map((change) => ({ at: now(), latitude: 30.06, longitude: 31.22, accuracy: 9, ...change })));

describe("sharing the live location", () => {
  test("is only offered by owners with Rescue Plus", async () => {
    const { path } = await reportFound({ note: "Here" });
    expect(await site.getText(path)).not.toContain('id="share"');
    const refused = await site.post(
      `${path}/share`,
      { intent: "start", minutes: "15" },
      { from: here.from, headers: json },
    );
    expect(refused.status).toBe(403);
  });

  describe("with Rescue Plus", () => {
    beforeAll(() => grantTestPlan(site.ctx, here.owner, "rescue-plus"));

    test("starts, sends and stops; the owner's page shows the location but never who", async () => {
      const { path, scan } = await reportFound({ note: "Here" });
      const send = (form: Record<string, string>) =>
        site.post(`${path}/share`, form, { from: here.from, headers: json });
      const page = await site.getText(path);
      expect(page).toContain('id="share"');
      expect(page).toContain("<script nonce");
      expect(await (await send({ intent: "start", minutes: "30" })).json()).toMatchObject({ isRunning: true });
      const sent = await send({ intent: "places", sentAt: String(now()), places: places({}) });
      expect([sent.status, await sent.json()]).toMatchObject([200, { isRunning: true, lastAt: expect.any(String) }]);
      const seen = await site.getText(`/dashboard/scan-details/${scan.id}`, { as: here.as });
      expect(seen).toContain("30.06, 31.22");
      expect(seen).not.toContain(here.from);
      // Without scripts, stopping is an ordinary form.
      const stopped = await site.post(`${path}/share`, { intent: "stop" }, { from: here.from });
      expect([stopped.status, stopped.headers.get("location")]).toEqual([303, `${path}#share`]);
      const late = await send({ intent: "places", sentAt: String(now()), places: places({ at: now() + 1000 }) });
      expect(late.status).toBe(409);
    });

    test.each([
      ["north of the pole", places({ latitude: 90.1 })],
      ["beyond the date line", places({ longitude: -180.5 })],
      ["of no accuracy at all", places({ accuracy: -1 })],
      ["as exact as a continent", places({ accuracy: 1e9 })],
      ["of words", places({ latitude: "30" })],
      ["of nothing", places({ latitude: null })],
      ["at no time", places({ at: 1e300 })],
      ["one wrong among right ones", places({}, { latitude: 91 })],
      ["none", "[]"],
      ["too many", places(...Array.from({ length: 401 }, () => ({})))],
      ["no JSON", "[{"],
      ["an object", "{}"],
    ])("rejects all places if sent %s", async (_, text) => {
      const { path, scan } = await reportFound({ note: "Here" });
      const send = (form: Record<string, string>) =>
        site.post(`${path}/share`, form, { from: here.from, headers: json });
      await send({ intent: "start", minutes: "15" });
      expect((await send({ intent: "places", sentAt: String(now()), places: text })).status).toBe(400);
      const { rows } = await site.ctx.pool.query("select 1 from live_location_points where scan_id = $1", [scan.id]);
      expect(rows).toEqual([]);
    });

    test.each(["", "0", "16", "-15", "1e9", "fifteen"])("rejects a duration of %j minutes", async (minutes) => {
      const { path } = await reportFound({ note: "Here" });
      const answer = await site.post(`${path}/share`, { intent: "start", minutes }, { from: here.from, headers: json });
      expect(answer.status).toBe(400);
    });
  });
});
