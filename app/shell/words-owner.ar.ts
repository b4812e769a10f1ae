import { alertsAr } from "#app/features/notifications/notifications.ar.ts";
import { adminFrameAr } from "./admin-frame.ar.ts";
import { ownerFrameAr } from "./owner-frame.ar.ts";

/** What stands on every page of the owner's and the administrator's areas. */
export const words = {
  alerts: alertsAr,
  shell: { ...adminFrameAr, owner: ownerFrameAr },
};
