import * as z from "zod";
import { emailLine } from "#app/platform/http/forms/text-fields.server.ts";
import { dayField } from "../pets.forms.server.ts";
import { caregiverLevels } from "./caregivers.rules.ts";

const care = {
  level: z.enum(caregiverLevels, { error: "caregivers.chooseLevel" }),
  /** Empty: until it is ended. */
  untilDay: dayField.optional().transform((day) => day ?? null),
};

export const inviteForm = z.object({ email: emailLine, ...care });
export const changeCaregiverForm = z.object({ caregiverId: z.string().max(36), ...care });
export const endCaregivingForm = z.object({ caregiverId: z.string().max(36) });

export type InviteForm = z.output<typeof inviteForm>;
export type CaregiverForm = Pick<InviteForm, "level" | "untilDay">;
