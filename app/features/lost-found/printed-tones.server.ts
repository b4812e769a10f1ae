import { light } from "#app/platform/ui/styles/tokens.ts";
import type { ReportKind } from "./reports.rules.ts";

/** Colours of each kind of report on posters and pictures, which are always light. */
export const printedTones = {
  lost: { back: light.lost, ink: "#ffffff" },
  found: { back: light.ok, ink: "#ffffff" },
  sighting: { back: light.sun, ink: light.sunInk },
} satisfies Record<ReportKind, { back: string; ink: string }>;
