import type { DefaultValue, useForm } from "@conform-to/react";
import type { PetWithRecords } from "#app/features/pets/pets.server.ts";
import { localText } from "../local-moment.rules.ts";
import type { ReportFields } from "../reports.forms.server.ts";
import { ageGroupOf, coloursIn, type ReportKind } from "../reports.rules.ts";
import type { Report } from "../reports.server.ts";

type Values = DefaultValue<ReportFields>;

/** Returns the initial values of a new report's form. */
export function newValues(kind: ReportKind | null, now: Date, timeZone: string): Values {
  return { kind: kind ?? undefined, gender: "unknown", colors: [], seenAt: localText(now, timeZone) };
}

/** Returns a report's values for its form. */
export function valuesOf(report: Report, timeZone: string): Values {
  const { photos: _, seenAt, latitude, longitude, showReward, ...rest } = report;
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return {
    ...(known as Values),
    seenAt: localText(seenAt, timeZone),
    latitude: latitude === null ? "" : String(latitude),
    longitude: longitude === null ? "" : String(longitude),
    showReward,
  };
}

/** Returns the values for reporting one's own pet as lost, from its profile. */
export function valuesOfPet(
  pet: PetWithRecords,
  owner: { firstName: string; email: string | null },
  now: Date,
  timeZone: string,
): Values {
  const advice = [pet.urgentNeeds, pet.behaviours, pet.notes].filter(Boolean).join("\n");
  const seenAt = localText(now, timeZone);
  return {
    kind: "lost",
    petId: pet.id,
    petName: pet.name,
    type: pet.type,
    otherType: pet.otherType ?? undefined,
    breed: pet.breed ?? undefined,
    colors: coloursIn(pet.color),
    marks: pet.color ?? undefined,
    gender: pet.gender,
    age: ageGroupOf(pet.birthdate, seenAt.slice(0, 10)) ?? undefined,
    habit: pet.habit ?? undefined,
    microchip: pet.microchip ?? undefined,
    additionalInfo: advice || undefined,
    contactName: owner.firstName,
    contactPhone: pet.finderPhone ?? undefined,
    contactEmail: owner.email ?? undefined,
    seenAt,
  };
}

type Opened = ReturnType<typeof useForm<ReportFields>>;

export type ReportFormMeta = Opened[0];
export type ReportFieldset = Opened[1];
