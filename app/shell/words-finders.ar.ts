import { messagesAr } from "#app/features/conversations/conversations.ar.ts";
import { scanMapAr } from "#app/features/scans/scan-map.ar.ts";

/** What scans and reports have in common: talks with strangers, and maps. */
export const words = { messages: messagesAr, scans: scanMapAr };
