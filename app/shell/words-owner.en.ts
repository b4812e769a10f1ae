import { alertsEn } from "#app/features/alerts/alerts.en.ts";
import { careEn } from "#app/features/care/care.en.ts";
import { messagesEn } from "#app/features/messages/messages.en.ts";
import { overviewEn } from "#app/features/overview/overview.en.ts";
import { petsEn } from "#app/features/pets/pets.en.ts";
import { plansEn } from "#app/features/plans/plans.en.ts";
import { ladderEn } from "#app/features/scans/ladder.en.ts";
import { scansEn } from "#app/features/scans/scans.en.ts";
import { replacingEn } from "#app/features/tags/replacing.en.ts";
import { tagsEn } from "#app/features/tags/tags.en.ts";
import { adminFrameEn } from "./admin-frame.en.ts";

/** What the owner's and the administrator's areas need. */
export const words = {
  alerts: alertsEn,
  messages: messagesEn,
  plans: plansEn,
  pets: petsEn,
  care: careEn,
  tags: tagsEn,
  replacing: replacingEn,
  scans: scansEn,
  ladder: ladderEn,
  overview: overviewEn,
  shell: adminFrameEn,
};
