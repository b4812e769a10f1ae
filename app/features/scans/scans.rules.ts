import { minuteMs } from "#app/platform/durations.rules.ts";
/** Classes of evidence that a person was at the animal, from strongest to weakest. */
export const evidenceClasses = [
  "verified-tap",
  "human",
  "unconfirmed",
  "reopened",
  "owner",
  "preview",
  "probe",
] as const;
export type Evidence = (typeof evidenceClasses)[number];

/** Classes of scans that were, or may have been, by a person other than the owner. */
export const byPeople = ["verified-tap", "human", "unconfirmed"] as const satisfies Evidence[];

/** Filters for a list of scans: all by people, or one class. */
export const evidenceFilters = ["people", ...evidenceClasses] as const;
export type EvidenceFilter = (typeof evidenceFilters)[number];

export const reasonCodes = [
  "browser",
  "noFetchMetadata",
  "used",
  "sameVisit",
  "ownSession",
  "linkPreview",
  "crawler",
  "prefetch",
  "headRequest",
  "script",
  "noUserAgent",
  "embedded",
  "realTap",
  "sameTap",
  "oldTap",
  "otherChip",
  "wrongTap",
] as const;
export type Reason = (typeof reasonCodes)[number];

/**
 * How a scan was made; `chip` is the number of a microchip, which somebody typed or read, and `profile` the pet's page,
 * from which somebody who has the pet wrote to the family. An `inquiry` was written there by somebody who does not have it.
 */
export const scanMedia = ["qr", "nfc", "link", "chip", "profile", "inquiry"] as const;
export type ScanMedium = (typeof scanMedia)[number];

/** Returns whether no tag was scanned: the pet itself is what the record belongs to. */
export const isWithoutTag = ({ medium }: { medium: ScanMedium }): boolean =>
  medium === "chip" || medium === "profile" || medium === "inquiry";

/** Returns whether nobody is with the pet: somebody wrote to its family about it, which is no emergency. */
export const isInquiry = ({ medium }: { medium: ScanMedium }): boolean => medium === "inquiry";

export const locationSources = ["gps", "text"] as const;

/** Returns whether the scan notifies the owner: only people at the tag do. Others are recorded with their reason. */
export function notifiesOwner(evidence: Evidence): boolean {
  return evidence === "verified-tap" || evidence === "human";
}

/** Returns whether somebody, possibly the owner, certainly scanned the tag itself, so that it works. */
export function provesTag(evidence: Evidence): boolean {
  return notifiesOwner(evidence) || evidence === "owner";
}

/** Returns whether the owner was notified of the scan's visit. */
export function hasNotifiedOwner(evidence: Evidence): boolean {
  return notifiesOwner(evidence) || evidence === "reopened";
}

/** Scans of the same visitor within this time belong to one visit, in milliseconds. */
export const visitSpan = 30 * minuteMs;
