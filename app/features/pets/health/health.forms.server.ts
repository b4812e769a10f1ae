import * as z from "zod";
import { always, refuseField } from "#app/platform/http/forms/across-fields.server.ts";
import { line, orNull, prose } from "#app/platform/http/forms/text-fields.server.ts";
import { dayField, weightField } from "../pets.forms.server.ts";
import { earliestBirth } from "../pets.rules.ts";
import { healthKinds, maxHealthLengths } from "./health.rules.ts";

/** Creates the form schema of a health entry; `today` is the author's current calendar day. */
export function createHealthForm(today: string) {
  return z
    .object({
      /** Generated with the empty form; distinguishes a repeated submission from a second entry. */
      key: z.string().optional(),
      eventId: z.string().optional(),
      kind: z.enum(healthKinds, { error: ({ input }) => (input === undefined ? "form.required" : "form.invalid") }),
      day: dayField
        .refine((value) => value <= today, { error: "pets.health.inFuture" })
        .refine((value) => value >= earliestBirth, { error: "pets.health.tooEarly" }),
      title: orNull(line(maxHealthLengths.title)),
      note: orNull(prose(maxHealthLengths.note)),
      weightKg: orNull(weightField),
      photo: z.file().min(1, { error: "form.photoNotImage" }).optional(),
      removePhoto: z.boolean().optional(),
    })
    .superRefine((entry, context) => {
      if (entry.kind === "weight" && !entry.weightKg) refuseField(context, "weightKg", "pets.health.needsWeight");
      if (entry.kind !== "weight" && !entry.title) refuseField(context, "title", "pets.health.needsTitle");
    }, always);
}

export const removeHealthForm = z.object({ eventId: z.string().max(36) });

export type HealthFields = z.input<ReturnType<typeof createHealthForm>>;
type ParsedHealthForm = z.output<ReturnType<typeof createHealthForm>>;
export type HealthForm = Pick<ParsedHealthForm, "kind" | "day"> & Partial<ParsedHealthForm>;
