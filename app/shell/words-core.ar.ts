import { platformAr } from "#app/platform/i18n/platform.ar.ts";
import { offlineAr } from "./offline/offline.ar.ts";
import { shellAr } from "./shell.ar.ts";

/** What every page needs. */
export const words = { ...platformAr, shell: shellAr, offline: offlineAr };
