import { describe, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { canTap, gradeTap, gradeVisit } from "./evidence.rules.ts";
import { readVisit } from "./finder-page/request-signals.server.ts";
import { type Evidence, evidenceClasses, type Reason } from "./scans.rules.ts";

const iosSafari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const iosSafari15 =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 15_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6.4 Mobile/15E148 Safari/604.1";
const iosChrome =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1";
const androidChrome =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
const samsung =
  "Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36";
const miui =
  "Mozilla/5.0 (Linux; U; Android 13; ar-eg; Redmi Note 12 Build/TKQ1.221114.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.9.1-gn";
const facebookApp =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F79 [FBAN/FBIOS;FBAV/489.0.0.46.102;FBBV/640013529;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBLC/ar;FBOP/80]";
const instagramApp =
  "Mozilla/5.0 (Linux; Android 13; SM-A536E Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.179 Mobile Safari/537.36 Instagram 334.0.0.42.95 Android (33/13; 450dpi; 1080x2177; samsung; SM-A536E)";
const androidView =
  "Mozilla/5.0 (Linux; Android 12; CPH2127 Build/SKQ1.210216.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.117 Mobile Safari/537.36";
const firefox = "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0";
const edge =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0";

/** Headers that a browser sends when a user opens a URL. */
const opened = {
  "sec-fetch-site": "none",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-user": "?1",
};

interface Shape {
  name: string;
  userAgent: string | null;
  headers?: Record<string, string>;
  method?: string;
  isOwner?: boolean;
  isSameVisit?: boolean;
  /** The site is reached by plain HTTP from another machine. */
  isPlain?: boolean;
  expected: [Evidence, Reason];
}

function grade({ userAgent, headers, method = "GET", isOwner = false, isSameVisit = false, isPlain }: Shape) {
  const ctx = { settings: { secure: !isPlain } } as AppContext;
  const request = new Request(`${isPlain ? "http" : "https"}://aleef.example/tag/7K3M-9QXR-2VHT?via=nfc`, {
    method,
    headers: { ...(userAgent === null ? {} : { "user-agent": userAgent }), ...headers },
  });
  const info = { id: "1", address: "203.0.113.7", language: "ar", t: () => "", nonce: "" } as const;
  const { signals } = readVisit(ctx, request, info, "7K3M9QXR2VHT", null);
  return gradeVisit({ ...signals, isOwner, isSameVisit });
}

function check(shapes: Shape[]): void {
  test.each(shapes)("$name", (shape) => {
    const [evidence, reason] = shape.expected;
    expect(grade(shape)).toEqual({ evidence, reasons: [reason] });
  });
}

const person: [Evidence, Reason] = ["human", "browser"];
const unsure: [Evidence, Reason] = ["unconfirmed", "noFetchMetadata"];
const preview: [Evidence, Reason] = ["preview", "linkPreview"];
const program: [Evidence, Reason] = ["probe", "script"];

describe("visit by a person", () => {
  check([
    { name: "Safari on an iPhone", userAgent: iosSafari, headers: opened, expected: person },
    { name: "Chrome on Android", userAgent: androidChrome, headers: opened, expected: person },
    { name: "Samsung Internet", userAgent: samsung, headers: opened, expected: person },
    { name: "Chrome on an iPhone", userAgent: iosChrome, headers: opened, expected: person },
    { name: "Firefox on Android", userAgent: firefox, headers: opened, expected: person },
    { name: "Edge on Windows", userAgent: edge, headers: opened, expected: person },
    { name: "Xiaomi's browser", userAgent: miui, headers: opened, expected: person },
    { name: "Facebook's in-app browser", userAgent: facebookApp, expected: person },
    { name: "Instagram's in-app browser", userAgent: instagramApp, headers: opened, expected: person },
    { name: "an old iPhone without Fetch Metadata", userAgent: iosSafari15, expected: person },
    {
      name: "Chrome over plain HTTP, where browsers send no Fetch Metadata",
      userAgent: androidChrome,
      isPlain: true,
      expected: person,
    },
    {
      name: "a link followed from another site",
      userAgent: androidChrome,
      headers: { ...opened, "sec-fetch-site": "cross-site" },
      expected: person,
    },
  ]);
});

describe("visit by an unconfirmed person", () => {
  check([
    { name: "current Chrome without Fetch Metadata", userAgent: androidChrome, expected: unsure },
    { name: "current Safari without Fetch Metadata", userAgent: iosSafari, expected: unsure },
    { name: "current Firefox without Fetch Metadata", userAgent: firefox, expected: unsure },
    { name: "current Samsung Internet without Fetch Metadata", userAgent: samsung, expected: unsure },
    { name: "current Edge without Fetch Metadata", userAgent: edge, expected: unsure },
    { name: "an Android web view without Fetch Metadata", userAgent: androidView, expected: unsure },
  ]);
});

describe("link preview or prefetch", () => {
  check([
    { name: "WhatsApp", userAgent: "WhatsApp/2.23.20.0", expected: preview },
    { name: "WhatsApp on an iPhone", userAgent: "WhatsApp/24.10.78 i", expected: preview },
    {
      name: "Facebook",
      userAgent: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
      expected: preview,
    },
    { name: "Telegram", userAgent: "TelegramBot (like TwitterBot)", expected: preview },
    { name: "X", userAgent: "Twitterbot/1.0", expected: preview },
    { name: "Slack", userAgent: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", expected: preview },
    {
      name: "Discord",
      userAgent: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
      expected: preview,
    },
    {
      name: "LinkedIn",
      userAgent: "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
      expected: preview,
    },
    {
      name: "iMessage, which claims to be Safari, Facebook and Twitter",
      userAgent:
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
      expected: preview,
    },
    {
      name: "Skype and Teams",
      userAgent: "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
      expected: preview,
    },
    {
      name: "Googlebot",
      userAgent:
        "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.65 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      expected: ["preview", "crawler"],
    },
    {
      name: "Bing",
      userAgent: "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
      expected: ["preview", "crawler"],
    },
    {
      name: "a prefetch by a browser",
      userAgent: androidChrome,
      headers: { ...opened, "sec-purpose": "prefetch;prerender" },
      expected: ["preview", "prefetch"],
    },
    {
      name: "a prefetch by an older browser",
      userAgent: iosSafari,
      headers: { purpose: "prefetch" },
      expected: ["preview", "prefetch"],
    },
    {
      name: "a page preview by Safari",
      userAgent: iosSafari,
      headers: { "x-purpose": "preview" },
      expected: ["preview", "prefetch"],
    },
    {
      name: "HEAD request",
      userAgent: androidChrome,
      headers: opened,
      method: "HEAD",
      expected: ["preview", "headRequest"],
    },
    {
      name: "a frame in another page",
      userAgent: androidChrome,
      headers: { ...opened, "sec-fetch-dest": "iframe" },
      expected: ["preview", "embedded"],
    },
  ]);
});

describe("request by a program", () => {
  check([
    { name: "curl", userAgent: "curl/8.5.0", expected: program },
    { name: "python", userAgent: "python-requests/2.32.3", expected: program },
    { name: "Go", userAgent: "Go-http-client/2.0", expected: program },
    { name: "an app's HTTP client", userAgent: "okhttp/4.12.0", expected: program },
    {
      name: "fetch() of a page",
      userAgent: androidChrome,
      headers: { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
      expected: program,
    },
    {
      name: "an image whose URL is this page",
      userAgent: androidChrome,
      headers: { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
      expected: program,
    },
    { name: "a request without a user agent", userAgent: null, expected: ["probe", "noUserAgent"] },
    { name: "an empty user agent", userAgent: "  ", expected: ["probe", "noUserAgent"] },
  ]);
});

describe("visit by the owner or a known visitor", () => {
  check([
    { name: "the owner", userAgent: iosSafari, headers: opened, isOwner: true, expected: ["owner", "ownSession"] },
    {
      name: "the owner again",
      userAgent: iosSafari,
      headers: opened,
      isOwner: true,
      isSameVisit: true,
      expected: ["owner", "ownSession"],
    },
    {
      name: "the same visit",
      userAgent: androidChrome,
      headers: opened,
      isSameVisit: true,
      expected: ["reopened", "sameVisit"],
    },
    {
      name: "a submitted form",
      userAgent: androidChrome,
      headers: opened,
      method: "POST",
      expected: ["reopened", "sameVisit"],
    },
    {
      name: "a preview during the same visit",
      userAgent: "WhatsApp/2.23.20.0",
      isSameVisit: true,
      expected: preview,
    },
    {
      name: "the owner's prefetch",
      userAgent: iosSafari,
      headers: { "sec-purpose": "prefetch" },
      isOwner: true,
      expected: ["preview", "prefetch"],
    },
  ]);
});

describe("NFC signature", () => {
  const graded = (evidence: Evidence) => ({ evidence, reasons: ["browser" as Reason] });

  test("is checked for every evidence class except preview and probe", () => {
    expect(evidenceClasses.filter((evidence) => !canTap(graded(evidence))).sort()).toEqual(["preview", "probe"]);
  });

  test("verifies a person's tap once", () => {
    for (const evidence of ["human", "unconfirmed"] as const) {
      expect(gradeTap(graded(evidence), "realTap")).toEqual({ evidence: "verified-tap", reasons: ["realTap"] });
      expect(gradeTap(graded(evidence), "sameTap")).toEqual({ evidence: "reopened", reasons: ["sameTap"] });
    }
  });

  test("that verifies nothing leaves the evidence unchanged and adds its reason", () => {
    for (const tap of ["oldTap", "otherChip", "wrongTap"] as const)
      expect(gradeTap(graded("human"), tap)).toEqual({ evidence: "human", reasons: ["browser", tap] });
    for (const tap of ["realTap", "sameTap"] as const)
      for (const evidence of ["owner", "reopened", "preview", "probe"] as const)
        expect(gradeTap(graded(evidence), tap)).toEqual({ evidence, reasons: ["browser", tap] });
  });
});

describe("gradeVisit with a browser that sends Fetch Metadata since a certain version", () => {
  const signals = {
    method: "GET",
    userAgent: "Mozilla/5.0",
    fetchMode: null,
    fetchDest: null,
    purpose: null,
    isTrustworthyOrigin: true,
    isCrawler: false,
    isOwner: false,
    isSameVisit: false,
  };
  test.each([
    ["Firefox", 90, unsure],
    ["Firefox", 89.9, person],
    ["Safari", 16.4, unsure],
    ["Safari", 16.3, person],
    ["Chrome", 80, unsure],
    ["an unknown browser", 500, person],
  ])("grades %s %s", (browser, browserVersion, [evidence, reason]) => {
    expect(gradeVisit({ ...signals, browser, browserVersion })).toEqual({ evidence, reasons: [reason] });
  });

  test("grades an empty user agent as a probe", () => {
    expect(gradeVisit({ ...signals, userAgent: "  ", browser: "", browserVersion: 0 }).evidence).toBe("probe");
  });
});
