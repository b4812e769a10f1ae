// One account that sends many forms at once would lock everybody else out of the database.
import { expect, test } from "vitest";
import { createTestProduct, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";

const site = await openSite();

await signUpTestUser(site.ctx, "busy@example.com");

test("150 concurrent forms of one account leave connections for others; those beyond its queue are rejected with 429", async () => {
  const productId = await createTestProduct(site.ctx, { stock: 1000 });
  const as = await site.signInAs("busy@example.com");
  // From now on the server knows which account the session belongs to.
  expect((await site.get("/dashboard", { as })).status).toBe(200);
  const again = await site.signInAs("busy@example.com");
  expect((await site.get("/dashboard", { as: again })).status).toBe(200);
  const forms = Array.from({ length: 150 }, (_, turn) =>
    site.send(
      "/cart/lines",
      {
        method: "POST",
        headers: { "content-type": "application/json", origin: site.publicUrl, "sec-fetch-site": "same-origin" },
        body: JSON.stringify({
          intent: "add",
          line: { id: `line-${turn}`, productId, quantity: 1, attributes: {}, seenCents: 1 },
        }),
      },
      { as: turn % 2 ? as : again, language: "ar" },
    ),
  );
  const others = Array.from({ length: 10 }, () => Promise.all([site.get("/store"), site.get("/readyz")]));
  for (const answers of await Promise.all(others)) expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const answers = await Promise.all(forms);
  const statuses = answers.map(({ status }) => status);
  const refused = answers.filter(({ status }) => status === 429);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(refused.length).toBe(150 - 44);
  expect(refused[0]!.headers.get("retry-after")).toBe("5");
  expect(await refused[0]!.text()).toContain("طلبات كثيرة");
  expect((await site.get("/dashboard", { as })).status).toBe(200);
});
