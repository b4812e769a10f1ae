import type { Evidence, Reason } from "./scans.rules.ts";

/** What a request reveals about its sender. */
export interface Signals {
  method: string;
  userAgent: string;
  fetchMode: string | null;
  fetchDest: string | null;
  /** Value of `Sec-Purpose`, `Purpose` or `X-Purpose`. */
  purpose: string | null;
  /** Browsers send no Fetch Metadata over plain HTTP, except to localhost. */
  isTrustworthyOrigin: boolean;
  isCrawler: boolean;
  browser: string;
  browserVersion: number;
  isOwner: boolean;
  isSameVisit: boolean;
}

export interface Judgement {
  evidence: Evidence;
  reasons: Reason[];
}

const previews =
  /facebookexternalhit|facebot|whatsapp|twitterbot|telegrambot|slackbot|linkedinbot|discordbot|skypeuripreview|viber|snapchat|pinterest|redditbot|iframely|embedly|mattermost|bitlybot|vkshare|kakaotalk-scrap|\bline-poker\b|applebot|cloudflare-alwaysonline|google-(?:safety|read-aloud|pagerenderer)|microsoftpreview|outlook-?iosshareextension|nuzzel|quora link preview|signal-desktop.*preview|mastodon|bluesky/i;
const programs =
  /^(?:curl|wget|python|go-http|java|okhttp|node|axios|got|undici|libwww|php|ruby|perl|httpie|postman|insomnia|apache-httpclient|dart|rust|reqwest|scrapy|headless)/i;

/** First browser versions that send Fetch Metadata (W3C) with every navigation to a trustworthy origin. */
const sendsMetadataFrom: Record<string, number> = {
  Chrome: 80,
  Chromium: 80,
  "Microsoft Edge": 80,
  Opera: 67,
  Firefox: 90,
  Safari: 16.4,
  "Samsung Internet for Android": 13,
  "Android Browser": 80,
};

const judge = (evidence: Evidence, ...reasons: Reason[]): Judgement => ({ evidence, reasons });

/**
 * Grades a visit of a tag's page by its request. Never blocks a visitor: the page is always shown, but the owner is
 * only notified of visits by people.
 */
export function judgeVisit(signals: Signals): Judgement {
  if (signals.method === "HEAD") return judge("preview", "headRequest");
  if (/prefetch|preview|prerender/i.test(signals.purpose ?? "")) return judge("preview", "prefetch");
  if (!signals.userAgent.trim()) return judge("probe", "noUserAgent");
  if (previews.test(signals.userAgent)) return judge("preview", "linkPreview");
  if (programs.test(signals.userAgent)) return judge("probe", "script");
  if (signals.isCrawler) return judge("preview", "crawler");
  if (signals.fetchMode && signals.fetchMode !== "navigate") return judge("probe", "script");
  if (signals.fetchDest && signals.fetchDest !== "document") return judge("preview", "embedded");
  if (signals.isOwner) return judge("owner", "ownSession");
  // A rejected form re-renders the page it was sent from.
  if (signals.isSameVisit || signals.method === "POST") return judge("reopened", "sameVisit");
  const first = sendsMetadataFrom[signals.browser];
  const sendsMetadata = signals.isTrustworthyOrigin && first !== undefined && signals.browserVersion >= first;
  if (sendsMetadata && !signals.fetchMode) return judge("unconfirmed", "noFetchMetadata");
  return judge("human", "browser");
}

/**
 * Result of checking the NFC signature in the URL: valid, valid but already used in this visit, replayed from an
 * earlier tap, signed by another chip, or invalid.
 */
export type TapVerdict = "realTap" | "sameTap" | "oldTap" | "otherChip" | "wrongTap";

/**
 * Returns whether to check the visit's NFC signature. Previews and programs must not use up the chip's one-time tap.
 */
export function canTap({ evidence }: Judgement): boolean {
  return evidence !== "preview" && evidence !== "probe";
}

/**
 * Returns the grade of a visit after checking its NFC signature. A signature that verifies nothing leaves the grade
 * unchanged and adds its reason.
 */
export function judgeTap(judged: Judgement, tap: TapVerdict): Judgement {
  const isPerson = judged.evidence === "human" || judged.evidence === "unconfirmed";
  if (isPerson && tap === "realTap") return judge("verified-tap", tap);
  if (isPerson && tap === "sameTap") return judge("reopened", tap);
  return { ...judged, reasons: [...judged.reasons, tap] };
}
