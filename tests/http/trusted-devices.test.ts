// A stranger who guesses passwords would lock the owner out of their own account.
import { beforeEach, describe, expect, test } from "vitest";
import { password, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();

// Rate limits count per network, so each test uses a network of its own.
let network = 0;
let from = "";
beforeEach(() => {
  from = `198.18.${++network}.1`;
});

const signIn = (email: string, secret: string, more = {}) =>
  site.post("/auth", { intent: "signIn", email, password: secret }, { from, ...more });

describe("browser that signed in before", () => {
  test("can still sign in when guesses from many networks have blocked the account for unknown browsers", async () => {
    await signUpTestUser(site.ctx, "wanted@example.com");
    const own = await site.signInAs("wanted@example.com");
    for (let place = 0; place < 5; place++)
      for (let guess = 0; guess < 10; guess++)
        await signIn("wanted@example.com", "Wrong-walk-1", { from: `198.20.${place}.1` });
    const home = { from: "198.20.9.1" };
    for (let guess = 0; guess < 3; guess++) await signIn("wanted@example.com", "Wrong-walk-1", home);
    expect((await signIn("wanted@example.com", password, home)).status).toBe(429);
    const known = own.value("aleef.known")!;
    expect((await signIn("wanted@example.com", password, { ...home, as: own })).status).toBe(303);
    expect(own.value("aleef.known")).toBe(known);
    // The cookie alone gives no access, and its own guesses are limited too.
    const createThief = () => new Visitor().set("aleef.known", known);
    const stolen = [];
    for (let guess = 0; guess < 11; guess++)
      stolen.push((await signIn("wanted@example.com", `Wrong-walk-${guess}`, { ...home, as: createThief() })).status);
    expect(stolen).toEqual([...Array(10).fill(401), 429]);
    await signUpTestUser(site.ctx, "other-one@example.com");
    for (const made of [
      known,
      `${known.slice(0, -1)}${known.endsWith("A") ? "B" : "A"}`,
      "x",
      "%",
      ".".repeat(9),
      "",
    ]) {
      const as = new Visitor().set("aleef.known", made);
      expect((await signIn("wanted@example.com", password, { ...home, as })).status, made).toBe(429);
      expect((await signIn("other-one@example.com", password, { from: "198.20.11.1", as })).status, made).toBe(303);
    }
  });

  test("can still request an e-mail when strangers have used up the account's limit", async () => {
    await signUpTestUser(site.ctx, "lettered@example.com");
    const own = await site.signInAs("lettered@example.com");
    const requestReset = (more = {}) => site.post("/auth/forgot", { email: "lettered@example.com" }, { from, ...more });
    const statuses = [];
    for (let message = 0; message < 6; message++) statuses.push((await requestReset()).status);
    expect(statuses).toEqual([...Array(5).fill(303), 429]);
    expect((await requestReset({ as: own })).status).toBe(303);
    for (let message = 0; message < 4; message++) await requestReset({ as: own });
    expect((await requestReset({ as: own })).status).toBe(429);
  });

  test("may be shared by three accounts; a fourth replaces the first", async () => {
    const family = new Visitor();
    const names = ["first", "second", "third", "fourth"].map((name) => `${name}-of-four@example.com`);
    for (const email of names) {
      await signUpTestUser(site.ctx, email);
      expect((await signIn(email, password, { as: family, from: "198.20.12.1" })).status).toBe(303);
    }
    expect(family.value("aleef.known")?.split(".")).toHaveLength(3);
    const answers = [];
    for (const email of names) {
      for (let guess = 0; guess < 10; guess++) await signIn(email, "Wrong-walk-1");
      const as = new Visitor().set("aleef.known", family.value("aleef.known")!);
      answers.push((await signIn(email, password, { as })).status);
    }
    expect(answers).toEqual([429, 303, 303, 303]);
  });
});

describe("owner in a new browser on a network that nobody attacked from", () => {
  test("signs in with the right password, although 60 guesses from six networks used up the account's limit", async () => {
    await signUpTestUser(site.ctx, "attacked@example.com");
    for (let place = 0; place < 6; place++)
      for (let guess = 0; guess < 10; guess++)
        await signIn("attacked@example.com", "Wrong-walk-1", { from: `198.21.${place}.1` });
    expect((await signIn("attacked@example.com", password, { from: "198.21.0.1" })).status).toBe(429);
    expect((await signIn("attacked@example.com", password, { from: "198.21.99.1" })).status).toBe(303);
  });

  test("gets a link to reset the password, although strangers used up the address's e-mails", async () => {
    await signUpTestUser(site.ctx, "flooded@example.com");
    const ask = (network: number) =>
      site.post("/auth/forgot", { email: "flooded@example.com" }, { from: `198.22.${network}.1` });
    const statuses = [];
    for (let request = 0; request < 16; request++) statuses.push((await ask(request % 8)).status);
    expect(statuses).toContain(429);
    expect((await ask(99)).status).toBe(303);
    expect((await ask(99)).status).toBe(429);
  });
});
