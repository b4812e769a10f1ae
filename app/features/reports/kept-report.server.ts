import { redirect } from "react-router";
import type { World } from "#app/platform/world.server.ts";
import { findKept } from "./merge-reports.server.ts";
import { pathOf } from "./report-letters.server.ts";
import type { Holder } from "./reports.server.ts";

/** Leads from a page of a merged report to the same page (`below` its own) of the report that stays. */
export async function leadToKept(world: World, holder: Holder, reportId: string, below = ""): Promise<void> {
  const kept = await findKept(world, reportId);
  if (kept) throw redirect(`${pathOf(world, holder, kept)}${below}`);
}
