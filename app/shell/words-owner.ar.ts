import { alertsAr } from "#app/features/alerts/alerts.ar.ts";
import { careAr } from "#app/features/care/care.ar.ts";
import { messagesAr } from "#app/features/messages/messages.ar.ts";
import { overviewAr } from "#app/features/overview/overview.ar.ts";
import { petsAr } from "#app/features/pets/pets.ar.ts";
import { plansAr } from "#app/features/plans/plans.ar.ts";
import { ladderAr } from "#app/features/scans/ladder.ar.ts";
import { scansAr } from "#app/features/scans/scans.ar.ts";
import { replacingAr } from "#app/features/tags/replacing.ar.ts";
import { tagsAr } from "#app/features/tags/tags.ar.ts";
import { adminFrameAr } from "./admin-frame.ar.ts";

/** What the owner's and the administrator's areas need. */
export const words = {
  alerts: alertsAr,
  messages: messagesAr,
  plans: plansAr,
  pets: petsAr,
  care: careAr,
  tags: tagsAr,
  replacing: replacingAr,
  scans: scansAr,
  ladder: ladderAr,
  overview: overviewAr,
  shell: adminFrameAr,
};
