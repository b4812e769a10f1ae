// A stranger could learn from a cached page what lets a script run, or private pages would be cached.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { RequestInfo } from "./request-info.server.ts";
import { createSharedPage, isPlainRequest } from "./shared-page.server.ts";

const hashOf = (source: string) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`;

test("allows only the scripts that had the nonce, and removes the nonce", () => {
  const language = "ar";
  const info: RequestInfo = {
    id: "1",
    address: "203.0.113.7",
    language,
    finderLanguage: language,
    t: () => "",
    nonce: "a+b/c==",
  };
  const headers = new Headers();
  const html = [
    '<link rel="modulepreload" nonce="a+b/c==" href="/assets/a.js"/>',
    '<script nonce="a+b/c==">first()</script>',
    '<script type="module" async="" nonce="a+b/c==">import "/assets/b.js";\nsecond()</script>',
    '<script nonce="a+b/c==" src="/assets/c.js"></script>',
    '<script>alert("written by somebody else")</script>',
    '<script nonce="guessed">alert("and here")</script>',
  ].join("");
  const page = createSharedPage(html, info, headers, 30);
  expect(page).toBe(html.replaceAll(' nonce="a+b/c=="', ""));
  expect(info.allowedScripts).toBe([hashOf("first()"), hashOf('import "/assets/b.js";\nsecond()')].join(" "));
  expect(Object.fromEntries(headers)).toEqual({
    "cdn-cache-control": "max-age=30, stale-if-error=600",
    "x-accel-expires": "30",
    "content-language": "ar",
    vary: "Accept-Language, Cookie",
  });
});

test.each([
  ["/", {}, true],
  ["/store?sort=price", { cookie: "preferred-language=ar" }, true],
  ["/", { cookie: "preferred-language=fr" }, false],
  ["/", { cookie: "theme=dark" }, false],
  ["/", { cookie: "preferred-language=ar; toast=x" }, false],
  ["/", { cookie: "preferred-language=ar; preferred-language=en" }, false],
  // The response stores the language in a cookie.
  ["/?lang=ar", {}, false],
  ["/?lang=ur", {}, false],
  ["/?lang=de", {}, true],
])("%s with %j can be shared: %s", (path, headers, isPlain) => {
  expect(isPlainRequest(new Request(`http://localhost${path}`, { headers: headers as HeadersInit }))).toBe(isPlain);
});

test.each(["HEAD", "POST"])("%s cannot be shared", (method) => {
  expect(isPlainRequest(new Request("http://localhost/", { method }))).toBe(false);
});
