import { alertsEn } from "#app/features/notifications/notifications.en.ts";
import { adminFrameEn } from "./admin-frame.en.ts";
import { ownerFrameEn } from "./owner-frame.en.ts";

/** What stands on every page of the owner's and the administrator's areas. */
export const words = {
  alerts: alertsEn,
  shell: { ...adminFrameEn, owner: ownerFrameEn },
};
