import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { countUnread, readAlerts } from "#app/features/alerts/alerts.server.ts";
import { markSeen } from "#app/features/messages/messages.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { findHandover } from "../handover.server.ts";
import { findLadder } from "../ladder.server.ts";
import { getScan } from "../scans.server.ts";

/** What the page of a scan shows; 404 for anybody else's. */
export async function viewScan(world: World, actor: Actor, scanId: string | undefined) {
  const { talk, alerts, messages, ...scan } = await getScan(world, actor, scanId);
  const { conversationId: _talk, locationSource: _source, tagId: _tag, ...shown } = scan;
  const isNew = (talk && !talk.ownerSeenAt) || (await countUnread(world, actor, linkOf(scan))) > 0;
  return {
    scan: shown,
    isNew,
    messages,
    ladder: talk && (await findLadder(world, talk.id)),
    handover: talk && (await findHandover(world, talk.id)),
    talk: talk && {
      id: talk.id,
      finderName: talk.finderName,
      finderContact: talk.finderContact,
      onTheWayAt: talk.onTheWayAt,
    },
    alerts: alerts.map(({ id, kind, params, createdAt, deliveries }) => ({ id, kind, params, createdAt, deliveries })),
    map: world.settings.map,
  };
}

export type ScanView = Awaited<ReturnType<typeof viewScan>>;

/** The owner has the page before them: the finder is told, and the alerts that led here are read; 404 for anybody else's. */
export async function noteSeen(world: World, actor: Actor, scanId: string | undefined): Promise<void> {
  const { id, talk } = await getScan(world, actor, scanId);
  if (talk) await markSeen(world, actor, talk.id);
  await readAlerts(world, actor, { link: linkOf({ id }) });
}

const linkOf = ({ id }: { id: string }) => `/dashboard/scan-details/${id}`;
