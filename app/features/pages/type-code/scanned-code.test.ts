// A finder who points the camera at a foreign code would be led to a fraudster's site.
import fc from "fast-check";
import { expect, test } from "vitest";
import { pathOfScanned } from "./scanned-code.rules.ts";

test.each([
  ["https://aleef.example/t/7K3M9QXR2VHT", "/t/7K3M9QXR2VHT"],
  ["HTTPS://ALEEF.EXAMPLE/T/7K3M9QXR2VHT", "/t/7K3M9QXR2VHT"],
  ["http://localhost:3000/tag/DEMO-LINKED?via=qr", "/t/DEMO-LINKED"],
  ["https://aleef.example/n/7k3m-9qxr-2vht#x", "/t/7k3m-9qxr-2vht"],
  [" DEMO-FREE ", "/t/DEMO-FREE"],
  ["https://aleef.example/t/%D9%A7K", "/t/%D9%A7K"],
  ["https://aleef.example/t/%", "/t/%25"],
])("%j leads to %j", (text, path) => {
  expect(pathOfScanned(text)).toBe(path);
});

test.each(["", "https://bank.example/login", "javascript:alert(1)", "WIFI:S:home;P:secret;;", "a b c"])(
  "%j leads nowhere",
  (text) => {
    expect(pathOfScanned(text)).toBeNull();
  },
);

test.each(["http://a.aa/t/.", "http://a.aa/t/..", "http://a.aa/t/%2e%2e"])("%s leads nowhere", (text) =>
  expect(pathOfScanned(text)).toBeNull(),
);

test("any scanned text leads to this site, under /t/, or nowhere", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.webUrl({ withFragments: true, withQueryParameters: true })),
      (text) => {
        const path = pathOfScanned(text);
        if (path !== null) {
          const url = new URL(path, "https://here.example");
          expect(url.host).toBe("here.example");
          expect(url.pathname).toMatch(/^\/t\/[^/]+$/);
        }
      },
    ),
  );
});
