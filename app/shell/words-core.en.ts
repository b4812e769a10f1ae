import { platformEn } from "#app/platform/i18n/platform.en.ts";
import { offlineEn } from "./offline/offline.en.ts";
import { shellEn } from "./shell.en.ts";

/** What every page needs. */
export const words = { ...platformEn, shell: shellEn, offline: offlineEn };
