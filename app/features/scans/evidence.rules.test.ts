// If these fail, a finder's visit is taken for a program's and the owner is not alerted, or the reverse.
import { describe, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { canTap, gradeTap, gradeVisit } from "./evidence.rules.ts";
import { readVisit } from "./recording/request-signals.server.ts";
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
  const info = {
    id: "1",
    address: "203.0.113.7",
    language: "ar",
    finderLanguage: "ar",
    t: () => "",
    nonce: "",
  } as const;
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
    {
      name: "Opera Mini",
      userAgent: "Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; ar) Presto/2.12.423 Version/12.16",
      expected: person,
    },
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
    // What apps download by themselves; only a page that runs its script is seen by a person.
    {
      name: "an app's downloader on Android",
      userAgent: "Dalvik/2.1.0 (Linux; U; Android 13; SM-A536E)",
      expected: unsure,
    },
    {
      name: "an app's downloader on iPhones",
      userAgent: "com.apple.WebKit.Networking/8618 CFNetwork/1496 Darwin/23.5.0",
      expected: unsure,
    },
    {
      name: "an app's own network library",
      userAgent: "TikTok 26.2.0 rv:262018 (iPhone; iOS 14.4.2) Cronet",
      expected: unsure,
    },
  ]);
});

describe("link preview", () => {
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

/** User agents of browsers inside apps, each as reported by the people who saw it. */
const browsersInApps = [
  // https://github.com/omrilotan/isbot/issues/274
  "Mozilla/5.0 (Linux; Android 11; RMX2001 Build/RP1A.200720.011; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.179 Mobile Safari/537.36 Snapchat/12.87.0.44 (RMX2001; Android 11#1647528410731#30; gzip; )",
  // https://github.com/fnando/browser/issues/407
  "Mozilla/5.0 (iPhone; CPU iPhone OS 13_2_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Snapchat/10.69.5.72 (iPhone10,3; iOS 13.2.2; gzip)",
  // https://github.com/monperrus/crawler-user-agents/issues/451
  "Mozilla/5.0 (iPhone; CPU iPhone OS 16_2_2 like Mac OS X) AppleWebKit/526.3.23 (KHTML, like Gecko) Version/16.2 Mobile/15E148 Snapchat/11.13.0.31 (like Safari/526.3, panda)",
  // https://github.com/monperrus/crawler-user-agents/pull/38
  "Mozilla/5.0 (Linux; Android 8.0.0; SAMSUNG-SM-G935A Build/R16NW; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/70.0.3538.110 Mobile Safari/537.36 [Pinterest/Android]",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 12_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/16B92 [Pinterest/iOS]",
  // https://github.com/allinurl/goaccess/issues/804 and https://github.com/matomo-org/device-detector/issues/6867
  "Mozilla/5.0 (Linux; Android 7.0; SM-G930F Build/NRD90M; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/58.0.3029.83 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/127.0.0.22.69;]",
  "Mozilla/5.0 (Linux; Android 11; RMX1931 Build/RKQ1.200928.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/93.0.4577.82 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/331.0.0.15.119;]",
  // https://github.com/fnando/browser/issues/374
  "Mozilla/5.0 (iPhone; CPU iPhone OS 12_1_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/16D57 [FBAN/FBIOS;FBDV/iPhone11,2;FBMD/iPhone;FBSN/iOS;FBSV/12.1.4;FBSS/3;FBCR/KPN NL;FBID/phone;FBLC/en_GB;FBOP/5]",
  // https://github.com/DamonOehlman/detect-browser/issues/56
  "Mozilla/5.0 (iPhone; CPU iPhone OS 11_2_5 like Mac OS X) AppleWebKit/604.5.6 (KHTML, like Gecko) Mobile/15D60 Instagram 31.0.0.14.97 (iPhone9,1; iOS 11_2_5; en_US; en-US; scale=2.00; gamut=wide; 750x1334)",
  "Mozilla/5.0 (Linux; Android 7.0; SM-G930P Build/NRD90M; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/64.0.3282.137 Mobile Safari/537.36 Instagram 30.0.0.12.95 Android (24/7.0; 480dpi; 1080x1920; samsung; SM-G930P; heroqltespr; com; en_US; 89867442)",
  // https://github.com/intoli/user-agents/issues/78 and https://core.telegram.org/bots/webapps
  "Mozilla/5.0 (Linux; Android 11; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.6668.70 Mobile Safari/537.36 Telegram-Android/11.2.1 (Tecno mobile limited TECNO CH7n; Android 11; SDK 30; AVERAGE)",
  // https://github.com/WhichBrowser/Parser-PHP/issues/261
  "Mozilla/5.0 (Linux; Android 9; SM-G955U Build/PPR1.180610.011; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/79.0.3945.93 Mobile Safari/537.36 Viber/12.1.0.11",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_4) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.6.0 Chrome/45.0.2454.101 Safari/537.36 Viber",
  // https://github.com/nielsbasjes/yauaa/issues/1603, https://github.com/shalanah/inapp-spy/issues/55
  "Mozilla/5.0 (Linux; Android 14; Infinix X6853 Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.134 Mobile Safari/537.36 trill_350603 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/trill app_version/35.6.3 ByteLocale/ms-MY ByteFullLocale/ms-MY Region/MY AppId/1180 Spark/1.5.9.5-bugfix AppVersion/35.6.3 BytedanceWebview/d8a21c6",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1 musical_ly_41.9.0",
  // https://github.com/browscap/browscap/issues/1707, https://github.com/serbanghita/Mobile-Detect/issues/832
  "Mozilla/5.0 (iPhone; CPU iPhone OS 11_2_1 like Mac OS X) AppleWebKit/602.1.50 (KHTML, like Gecko) LinkedIn/9.11.908.1 Version/10.0 Mobile/15C153 Safari/602.1",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]",
  // https://github.com/WhichBrowser/Parser-PHP/issues/263, https://github.com/nielsbasjes/yauaa/issues/565
  "Mozilla/5.0 (Linux; Android 7.0; SM-A710F Build/NRD90M; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/65.0.3325.109 Mobile Safari/537.36 Line/8.4.1/IAB",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 15_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/12.4.0",
  // https://github.com/f2etw/detect-inapp/pull/1, https://github.com/allinurl/goaccess/issues/514
  "Mozilla/5.0 (Linux; Android 6.0.1; SM-N9208 Build/MMB29K; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/58.0.3029.83 Mobile Safari/537.36 MicroMessenger/6.5.7.1041 NetType/WIFI Language/zh_TW",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 9_0_1 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Mobile/13A404 MicroMessenger/6.3.23 NetType/WIFI Language/zh_CN",
];

/** User agents of programs that fetch pages for previews, as their makers or the people who saw them name them. */
const previewFetchers = [
  // https://developers.snap.com/robots
  "Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots",
  // https://github.com/browscap/browscap/issues/1532
  "Snapchat/10.12.0.2 (iPhone8,1; iOS 10.3.2; gzip)",
  // https://help.pinterest.com/en/business/article/pinterest-crawler
  "Pinterest/0.2 (+https://www.pinterest.com/bot.html)",
  "Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)",
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0.2272.96 Mobile Safari/537.36 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)",
  // https://github.com/monperrus/crawler-user-agents/pull/275
  "Viber",
  "Viber/13.3.0.1 CFNetwork/1128.0.1 Darwin/19.6.0",
  // https://github.com/elk-zone/elk/pull/1753: Signal's
  "WhatsApp/2",
  // https://github.com/anyproto/anytype-heart/pull/3258
  "WhatsApp/2 (compatible; AnytypeBot/1.0; +https://anytype.io/bot)",
];

describe("browser inside an app", () => {
  test.each(browsersInApps)("is a person's: %s", (userAgent) => {
    expect(grade({ name: "", userAgent, headers: opened, expected: person })).toMatchObject({ evidence: "human" });
  });

  test("with an unknown app's name that resembles a crawler's is a person's", () => {
    for (const app of ["Chatbot/3.1", "[LinkPreview/Android]", "Crawlr/2.0", "Fetch/11.2 (Android)"])
      expect(grade({ name: "", userAgent: `${androidView} ${app}`, headers: opened, expected: person })).toMatchObject({
        evidence: "human",
      });
  });
});

describe("program that fetches a page for a preview", () => {
  test.each(previewFetchers)("is none: %s", (userAgent) => {
    for (const headers of [undefined, opened])
      expect(grade({ name: "", userAgent, ...(headers && { headers }), expected: preview })).toMatchObject({
        evidence: "preview",
      });
  });
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
