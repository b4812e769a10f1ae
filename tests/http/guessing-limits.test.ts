// A stranger could find pets or claim tags by trying codes one after another.
import { describe, expect, test } from "vitest";
import { createCode } from "#app/features/tags/batches/batches.server.ts";
import { formatCode } from "#app/features/tags/tag-code.rules.ts";
import { findTag } from "#app/features/tags/tags.server.ts";
import { createClaimedTag, createTestTag, createTestUser, signUpTestUser } from "#tests/make.ts";
import { openTag } from "./finder-page.ts";
import { openSite, type Site } from "./site.ts";
import { Visitor } from "./visitor.ts";

const direct = await openSite();
const proxied = await openSite({ TRUSTED_PROXIES: "10.0.0.0/8" });

describe("guessing codes", () => {
  /** Returns the number of guesses until the client is rejected. `as` returns address and headers of each guess. */
  async function countGuesses(site: Site, as: (guess: number) => { from: string; headers?: Record<string, string> }) {
    for (let guess = 0; guess < 60; guess++)
      if ((await openTag(site, formatCode(createCode()), as(guess))).answer.status === 429) return guess;
    return Number.POSITIVE_INFINITY;
  }

  const forged = (guess: number) => `192.0.${guess}.1`;
  const disguises: [string, Site, (guess: number) => { from: string; headers?: Record<string, string> }][] = [
    ["under its own address", direct, () => ({ from: "203.0.113.9" })],
    [
      "naming other addresses, with no proxy in front",
      direct,
      (guess) => ({
        from: "198.51.100.9",
        headers: {
          "x-forwarded-for": forged(guess),
          "x-real-ip": forged(guess),
          forwarded: `for=${forged(guess)}`,
          "cf-connecting-ip": forged(guess),
        },
      }),
    ],
    [
      "naming other addresses before what the proxy adds",
      proxied,
      (guess) => ({
        from: "10.0.0.1",
        headers: {
          "x-forwarded-for": `${forged(guess)}, 203.0.113.9`,
          "x-real-ip": forged(guess),
          forwarded: `for=${forged(guess)}`,
        },
      }),
    ],
    [
      "from all over its own /64",
      proxied,
      (guess) => ({
        from: "10.0.0.1",
        headers: { "x-forwarded-for": `2001:db8:1:2:${guess.toString(16)}::${guess + 1}` },
      }),
    ],
    [
      "now as IPv4, now as IPv4 within IPv6",
      proxied,
      (guess) => ({
        from: "10.0.0.1",
        headers: { "x-forwarded-for": guess % 2 ? "198.51.100.7" : "::ffff:198.51.100.7" },
      }),
    ],
  ];

  test.each(disguises)("%s is limited to twenty guesses in ten minutes", async (_what, site, as) => {
    expect(await countGuesses(site, as)).toBe(20);
  });

  test("a thousand networks guessing all year among a million tags find one in thirty years", async () => {
    const { answer } = await openTag(direct, formatCode(createCode()), { from: "203.0.113.9" });
    expect(answer.status).toBe(429);
    const wait = Number(answer.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(400);
    expect(wait).toBeLessThanOrEqual(600);
    const perNetwork = 20 / 600;
    const year = 365.25 * 24 * 3_600;
    // The last of the twelve characters is a check character, which a guesser can calculate.
    const codes = 32 ** (createCode().length - 1);
    const found = (1_000 * perNetwork * year * 1_000_000) / codes;
    expect(found).toBeLessThan(1 / 30);
  });
});

describe("claiming guessed codes", () => {
  const t = direct.ctx.translator("en");
  let next = 0;

  /** Signs in a new user with a tag of their own, on a network of their own. */
  async function createClaimant() {
    const email = `claims${++next}@example.com`;
    const user = await signUpTestUser(direct.ctx, email);
    const own = await createClaimedTag(direct.ctx, user);
    return { user, own, as: await direct.signInAs(email), from: `192.0.${next}.1` };
  }
  type Claimant = Awaited<ReturnType<typeof createClaimant>>;

  const ways: [string, (who: Claimant, code: string) => Promise<Response>][] = [
    [
      "the tag cards' form",
      ({ as, from }, code) => direct.post("/dashboard/tags", { intent: "claim", code }, { as, from }),
    ],
    [
      "the tag list's form",
      ({ as, from }, code) => direct.post("/dashboard/tags-management", { intent: "claim", code }, { as, from }),
    ],
    [
      "the tag list's form, in the place of a tag",
      ({ as, from, own }, code) =>
        direct.post("/dashboard/tags-management", { intent: "claim", code, replaces: own.id }, { as, from }),
    ],
    [
      "the page of replacing a tag",
      ({ as, from, own }, code) =>
        direct.post(`/dashboard/tags-management/${own.id}/replace`, { intent: "place", code }, { as, from }),
    ],
    ["the page of the code", ({ as, from }, code) => direct.post(`/tag/${code}`, { intent: "claim" }, { as, from })],
    [
      "the page of the code, in the place of a tag",
      ({ as, from, own }, code) => direct.post(`/tag/${code}`, { intent: "claim", replaces: own.id }, { as, from }),
    ],
  ];

  test.each(ways)(
    "by %s is limited to twenty guesses, after which not even a correct one is accepted",
    async (_way, claim) => {
      const who = await createClaimant();
      const takenBefore = await createClaimedTag(direct.ctx, await createTestUser(direct.ctx));
      for (let guess = 0; guess < 20; guess++) {
        const answer = await claim(who, guess % 4 ? formatCode(createCode()) : takenBefore.code);
        expect(answer.status).toBe(guess % 4 ? 404 : 409);
        await answer.text();
      }
      const { code } = await createTestTag(direct.ctx);
      const answer = await claim(who, code);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(400);
      expect(await answer.text()).toContain(t("errors.tooMany", { count: 10 }));
      expect((await findTag(direct.ctx, code))?.ownerId).toBeNull();
    },
  );

  test("is limited per account on any network, and per network for any account", async () => {
    const [walker, ...neighbours] = [await createClaimant(), await createClaimant(), await createClaimant()];
    const [, claim] = ways[0]!;
    for (let guess = 0; guess < 20; guess++)
      await claim({ ...walker!, from: `198.18.${guess}.1` }, formatCode(createCode()));
    expect((await claim({ ...walker!, from: "198.18.99.1" }, formatCode(createCode()))).status).toBe(429);
    for (let guess = 0; guess < 20; guess++)
      await claim({ ...neighbours[guess % 2]!, from: `198.19.1.${guess}` }, formatCode(createCode()));
    expect((await claim({ ...(await createClaimant()), from: "198.19.1.99" }, formatCode(createCode()))).status).toBe(
      429,
    );
    expect((await claim(neighbours[0]!, (await createTestTag(direct.ctx)).code)).status).toBe(303);
  });

  test("is limited to twenty even when sent concurrently", async () => {
    const who = await createClaimant();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ways[0]![1](who, formatCode(createCode()))));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test("does not limit a shelter that claims thirty tags in a row", async () => {
    const who = await createClaimant();
    for (let tag = 0; tag < 30; tag++) {
      const { code } = await createTestTag(direct.ctx);
      await ways[0]![1](who, code);
      expect((await findTag(direct.ctx, code))?.ownerId).toBe(who.user.id);
    }
  });
});

test("requesting another link gives the same response for an unverified, a verified and an unknown address", async () => {
  await signUpTestUser(direct.ctx, "confirmed@example.com");
  const account = { firstName: "Mona", lastName: "Adel", password: "Sunny-walk-7", confirmPassword: "Sunny-walk-7" };
  await direct.post("/auth", { intent: "signUp", ...account, email: "waits-yet@example.com" }, { as: new Visitor() });
  const seen = async (email: string) => {
    const answer = await direct.post("/auth/check-email", { intent: "resend", email }, { as: new Visitor() });
    const headers = [...answer.headers].filter(
      ([name]) => !["x-request-id", "content-security-policy", "date"].includes(name),
    );
    const text = (await answer.text()).replaceAll(email, "ADDRESS").replace(/nonce="[^"]*"/g, "");
    return (
      JSON.stringify([answer.status, headers, text])
        .replaceAll(encodeURIComponent(email), "ADDRESS")
        // The time of the toast.
        .replace(/(?<=%22at%22%3A)\d+/g, "…")
    );
  };
  const [waiting, confirmed, unknown] = [
    await seen("waits-yet@example.com"),
    await seen("confirmed@example.com"),
    await seen("never-seen@example.com"),
  ];
  expect(confirmed).toBe(waiting);
  expect(unknown).toBe(waiting);
});
