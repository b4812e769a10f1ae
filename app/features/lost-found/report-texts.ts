import type { PetType } from "#app/features/pets/pets.rules.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import type { ChipTone } from "#app/platform/ui/chip.tsx";
import type { ReportKind, ReportStatus } from "./reports.rules.ts";

interface Named {
  petName: string | null;
  kind: ReportKind;
  type: PetType;
  status?: ReportStatus;
}

/** Returns a report's name in lists: the pet's name, or kind and species. */
export function formatReportName(t: Translate, { petName, kind, type }: Named): string {
  return petName || t(`lostFound.unnamed.${kind}.${type}`);
}

/** Returns the headline of a report: "Rocky is missing", "Found cat". */
export function headlineOf(t: Translate, { petName, kind, type, status }: Named): string {
  if (petName && kind === "lost" && status === "resolved") return t("lostFound.searchOver", { name: petName });
  return petName ? t(`lostFound.named.${kind}`, { name: petName }) : t(`lostFound.unnamed.${kind}.${type}`);
}

/** Returns the kind of an open report, otherwise its status. */
export function formatState(t: Translate, { kind, status }: { kind: ReportKind; status: ReportStatus }): string {
  return status === "open" ? t(`lostFound.kinds.${kind}`) : t(`lostFound.statuses.${status}`);
}

const kindTones = { lost: "lost", found: "ok", sighting: "sun" } as const;

export function toneOf({ kind, status }: { kind: ReportKind; status: ReportStatus }): ChipTone {
  if (status === "resolved") return "brand";
  return status === "open" ? kindTones[kind] : "plain";
}
