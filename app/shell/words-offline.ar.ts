import { offlineAr } from "./offline/offline.ar.ts";

/** What is said about the network and about a new build; fetched after the page. */
export const words = { offline: offlineAr };
