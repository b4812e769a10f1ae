import { offlineEn } from "./offline/offline.en.ts";

/** What is said about the network and about a new build; fetched after the page. */
export const words = { offline: offlineEn };
