// A foreign site under its own name could send forms for people who are signed in here.
import { expect, test } from "vitest";
import { isOwnOrigin, listOwnOrigins } from "./server-app.server.ts";

const asks = (publicUrl: string, headers: Record<string, string>) =>
  isOwnOrigin(new Headers(headers), listOwnOrigins(publicUrl));

test.each([
  ["https://aleef.example", "https://aleef.example", true],
  ["https://aleef.example/", "https://aleef.example", true],
  ["https://aleef.example", "http://aleef.example", false],
  ["http://aleef.example", "https://aleef.example", false],
  ["https://aleef.example", "https://aleef.example:8443", false],
  ["http://localhost:3000", "http://127.0.0.1:3000", true],
  ["http://127.0.0.1:3000", "http://localhost:3000", true],
  ["http://localhost:3000", "http://[::1]:3000", true],
  ["http://localhost:3000", "https://localhost:3000", false],
  ["http://localhost:3000", "http://localhost:3001", false],
  ["http://localhost:3000", "http://evil.example:3000", false],
  ["https://aleef.example", "http://localhost:3000", false],
])("at %s, origin %s is our own: %s", (publicUrl, origin, isOurs) => {
  expect(asks(publicUrl, { origin })).toBe(isOurs);
});

test("a foreign name that points to this server is not our origin, whatever the Host header", () => {
  const headers = {
    origin: "http://rebound.example:3000",
    host: "rebound.example:3000",
    "sec-fetch-site": "same-origin",
  };
  expect(asks("http://localhost:3000", headers)).toBe(false);
});
