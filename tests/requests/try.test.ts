import { afterAll, expect, test } from "vitest";
import { aSignedUpUser } from "#tests/make.ts";
import { app, openSite } from "./site.ts";
const site = await openSite();
afterAll(() => site.close());
test("x", async () => {
  console.log(Object.entries(app.routes).map(([id, r]) => `${id} | ${r.path ?? (r.index ? "(index)" : "")} | ${r.parentId} | ${Object.keys(r.module)}`).join("\n"));
  const home = await site.get("/");
  console.log(home.status, Object.fromEntries(home.headers), (await home.text()).length);
  await aSignedUpUser(site.world, "a@example.com");
  const a = await site.signInAs("a@example.com");
  const d = await site.get("/dashboard", { as: a });
  console.log(d.status, a.cookies);
  for (const p of ["/dashboard", "/dashboard.data", "/dashboard.data?_routes=features/overview/screens/dashboard","/admin","/dashboard/pets/new"]) {
    const r = await site.get(p);
    console.log(p, r.status, r.headers.get("location"), (await r.text()).slice(0,300));
    const r2 = await site.post(p, {x:"1"});
    console.log("POST", p, r2.status, r2.headers.get("location"), (await r2.text()).slice(0,300));
  }
});
