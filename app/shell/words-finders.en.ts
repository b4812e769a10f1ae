import { messagesEn } from "#app/features/conversations/conversations.en.ts";
import { scanMapEn } from "#app/features/scans/scan-map.en.ts";

/** What scans and reports have in common: talks with strangers, and maps. */
export const words = { messages: messagesEn, scans: scanMapEn };
