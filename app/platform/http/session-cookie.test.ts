// A made-up cookie would count as a session, or real ones would stop counting over https.
import { expect, test } from "vitest";
import { createCookieSignature, readSessionToken } from "./session-cookie.server.ts";

const secrets = { secret: "secret-of-this-installation", previousSecret: "secret-of-last-year" };
const read = (cookie: string, secure = false) =>
  readSessionToken({ settings: { ...secrets, secure } }, new Headers({ cookie }));
const sign = (secret: string, token: string) => `${token}.${createCookieSignature({ settings: { secret } }, token)}`;

test("reads the session's token, over http and https, signed with either secret", () => {
  for (const secret of Object.values(secrets))
    for (const secure of [true, false]) {
      const name = `${secure ? "__Host-" : ""}aleef.session_token`;
      expect(read(`a=1; ${name}=${encodeURIComponent(sign(secret, "token"))}; b=2`, secure)).toBe("token");
      expect(read(`${name}=${sign(secret, "token")}`, secure)).toBe("token");
    }
});

test("over https, a cookie without the prefix neither counts nor hides the other", () => {
  const [tossed, own] = [sign(secrets.secret, "tossed"), sign(secrets.secret, "own")];
  expect(read(`aleef.session_token=${tossed}`, true)).toBeNull();
  expect(read(`aleef.session_token=${tossed}; __Host-aleef.session_token=${own}`, true)).toBe("own");
});

test.each([
  "",
  "aleef.session_token=",
  "aleef.session_token=token",
  "aleef.session_token=token.",
  "aleef.session_token=.",
  "aleef.session_token=%zz.x",
  `aleef.session_token=${sign("another secret", "token")}`,
  `aleef.session_token=x${sign(secrets.secret, "token")}`,
  `x.aleef.session_token=${sign(secrets.secret, "token")}`,
])("takes no made-up cookie: %s", (cookie) => {
  expect(read(cookie)).toBeNull();
});
