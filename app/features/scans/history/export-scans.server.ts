import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import { maskAddress } from "#app/platform/http/server/client-address.server.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { deviceKind } from "../scan-texts.ts";
import { listScanBatches, type ScanFilter } from "./list-scans.server.ts";

/**
 * Exports the actor's matching scans as CSV, newest first, in the reader's language. Times are in the actor's time zone
 * (`2026-11-21 14:02:09`, which every spreadsheet reads); IP addresses are masked.
 */
export function exportScans(ctx: AppContext, actor: Actor, filter: ScanFilter, t: Translate): AsyncGenerator<string> {
  const head = [
    `${t("scans.when")} (${actor.timeZone})`,
    t("scans.pet"),
    t("scanDetails.facts.tag"),
    t("tags.label"),
    t("scans.evidence"),
    t("scanDetails.facts.way"),
    t("scanDetails.facts.place"),
    t("scans.latitude"),
    t("scans.longitude"),
    t("scans.accuracyInMetres"),
    t("scanDetails.facts.device"),
    t("scanDetails.facts.browser"),
    t("scanDetails.facts.os"),
    t("scanDetails.facts.ip"),
    t("scans.details"),
  ];
  return formatCsv(head, rowsOf(ctx, actor, filter, t));
}

async function* rowsOf(ctx: AppContext, actor: Actor, filter: ScanFilter, t: Translate): AsyncGenerator<CsvCell[][]> {
  // The Swedish locale formats dates like ISO 8601, with a space instead of the T.
  const timeFormat = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone: actor.timeZone,
  });
  for await (const scans of listScanBatches(ctx, actor, filter))
    yield scans.map((scan) => [
      timeFormat.format(scan.at),
      scan.petName,
      scan.code,
      scan.label,
      t(`scans.classes.${scan.evidence}`),
      t(`scans.channels.${scan.channel}`),
      scan.place,
      scan.latitude,
      scan.longitude,
      scan.accuracy,
      t(`scans.devices.${deviceKind(scan.device)}`),
      scan.browser,
      scan.os,
      scan.ip && maskAddress(scan.ip.split("/")[0] ?? ""),
      `${ctx.settings.publicUrl}/dashboard/scan-details/${scan.id}`,
    ]);
}
