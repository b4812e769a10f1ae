/** How sure we are that a person stood beside the animal, from surest to least. */
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

/** Scans that were, or may have been, somebody other than the owner beside the animal. */
export const byPeople = ["verified-tap", "human", "unconfirmed"] as const satisfies Evidence[];

/** What a list of scans can be narrowed to: all by people, or one class. */
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

export const scanChannels = ["qr", "nfc", "link"] as const;
export type ScanChannel = (typeof scanChannels)[number];

export const locationSources = ["gps", "words"] as const;

/** Only a person at the tag alarms the owner; everything else is kept and shown with its reason. */
export function alarms(evidence: Evidence): boolean {
  return evidence === "verified-tap" || evidence === "human";
}

/** Whether somebody, its owner too, surely held the tag in their hands: then it works. */
export function provesTag(evidence: Evidence): boolean {
  return alarms(evidence) || evidence === "owner";
}

/** Whether the owner has been told of the visit that a scan belongs to. */
export function hasAlarmed(evidence: Evidence): boolean {
  return alarms(evidence) || evidence === "reopened";
}

/** A second opening within this time by the same visitor is the same visit, not a new scan. Milliseconds. */
export const visitSpan = 30 * 60_000;
