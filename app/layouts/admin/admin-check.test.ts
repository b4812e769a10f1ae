// A demoted administrator would keep seeing the panel, or a short outage would throw a real one out of it.
import { describe, expect, it } from "vitest";
import { retryPause } from "#app/features/auth/auth.rules.ts";
import { checkAccess } from "./admin-check.tsx";

function createCheck(...answers: (Response | Error)[]) {
  const pauses: number[] = [];
  let asked = 0;
  const ask = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)] as Response | Error;
    if (answer instanceof Error) throw answer;
    return answer.clone();
  };
  const run = () =>
    checkAccess(
      ask,
      async (pause) => void pauses.push(pause),
      () => 0.5,
    );
  return { run, pauses, asked: () => asked };
}

const session = (isAuthenticated: boolean, isAdmin: boolean) => Response.json({ isAuthenticated, isAdmin });
const broken = new Response("Something went wrong", { status: 500 });

describe("checkAccess", () => {
  it("distinguishes administrator, user and visitor by the first response", async () => {
    for (const [response, access] of [
      [session(true, true), "admin"],
      [session(true, false), "user"],
      [session(false, false), "visitor"],
      [session(false, true), "visitor"],
    ] as const) {
      const check = createCheck(response);
      expect(await check.run()).toBe(access);
      expect(check.asked()).toBe(1);
    }
  });

  it("retries after a server error or no response, with growing pauses", async () => {
    const check = createCheck(broken, new TypeError("network"), session(true, true));
    expect(await check.run()).toBe("admin");
    expect(check.pauses).toEqual([1500, 2500]);
  });

  it('returns "unknown" after three failed tries', async () => {
    const check = createCheck(broken);
    expect(await check.run()).toBe("unknown");
    expect(check.asked()).toBe(3);
    expect(check.pauses).toHaveLength(2);
  });

  it("throws if the response is not a session status", async () => {
    await expect(createCheck(new Response("<html>", { status: 200 })).run()).rejects.toThrow();
    await expect(createCheck(Response.json({ hello: true })).run()).rejects.toThrow(/Unexpected session status/);
  });
});

describe("retryPause", () => {
  it("starts at 1 s, doubles, adds up to 1 s of jitter and is capped at 10 s", () => {
    expect([0, 1, 2, 3, 4].map((attempt) => retryPause(attempt, 0))).toEqual([1000, 2000, 4000, 8000, 10_000]);
    expect(retryPause(0, 1)).toBe(2000);
    expect(retryPause(3, 1)).toBe(9000);
    expect(retryPause(9, 1)).toBe(10_000);
  });
});
