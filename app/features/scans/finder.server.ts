import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { sendAlerts } from "#app/features/alerts/alerts.server.ts";
import {
  addMessage,
  getConversationByKey,
  keyOf,
  listMessages,
  startConversation,
  writeAsFinder,
} from "#app/features/messages/messages.server.ts";
import { publicPet } from "#app/features/pets/public-pet.server.ts";
import { noteTakingOver } from "#app/features/tags/replacements.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { networkOf } from "#app/platform/http/client-address.server.ts";
import { notFound, Refusal } from "#app/platform/http/refusal.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { World } from "#app/platform/world.server.ts";
import { startLadder } from "./ladder.server.ts";
import { findScan, scanAlert } from "./receive-scan.server.ts";
import { alarms, provesTag } from "./scans.rules.ts";
import { scanRecords } from "./scans.tables.server.ts";

const limits = {
  finderWrites: { name: "finder-writes", points: 30, span: 600 },
  unknownCodes: { name: "unknown-codes", points: 20, span: 600 },
};

/** Counts an unknown code; after 20 within ten minutes a network is told to wait. Known codes are never counted. */
export async function countUnknownCode(world: World, address: string): Promise<void> {
  await world.limits.take(limits.unknownCodes, networkOf(address));
}

/** A token that lets only the page of this scan add to it; it works without cookies. */
export function scanToken(world: World, scanId: string): string {
  const mac = createHmac("sha256", world.settings.secret).update(`scan ${scanId}`).digest("base64url").slice(0, 22);
  return `${scanId}.${mac}`;
}

function scanIdOf(world: World, token: string): string {
  const [scanId = ""] = token.split(".");
  const right = Buffer.from(scanToken(world, scanId));
  const given = Buffer.from(token);
  if (!isId(scanId) || right.length !== given.length || !timingSafeEqual(right, given)) throw notFound();
  return scanId;
}

export interface Place {
  latitude?: number | undefined;
  longitude?: number | undefined;
  accuracy?: number | undefined;
  place?: string | undefined;
}

async function openScan(world: World, token: string, address: string) {
  await world.limits.take(limits.finderWrites, networkOf(address));
  const scan = await findScan(world, scanIdOf(world, token));
  if (!scan?.ownerId) throw notFound();
  const pet = scan.petId ? await publicPet(world, scan.petId) : null;
  return { ...scan, ownerId: scan.ownerId, petName: pet?.name };
}

type OpenScan = Awaited<ReturnType<typeof openScan>>;

/** Anything done on the page proves a person: an unconfirmed visit becomes one, and the owner is told of the scan. */
async function confirmPerson(world: World, scan: OpenScan): Promise<void> {
  const now = world.clock.now();
  const becomes =
    alarms(scan.evidence) || scan.evidence === "owner" || scan.evidence === "reopened" ? scan.evidence : "human";
  const [changed] = await world.db
    .update(scanRecords)
    .set({ usedAt: now, evidence: becomes, reasons: sql`array_append(${scanRecords.reasons}, 'used')` })
    .where(and(eq(scanRecords.id, scan.id), isNull(scanRecords.usedAt)))
    .returning({ id: scanRecords.id });
  if (changed && scan.tagId && provesTag(becomes)) await noteTakingOver(world, [scan.tagId]);
  if (changed && becomes !== scan.evidence) await sendAlerts(world, [scanAlert(scan, scan.petName)]);
}

function placeColumns(world: World, form: Place) {
  const hasPoint = form.latitude !== undefined && form.longitude !== undefined;
  if (!hasPoint && !form.place) return null;
  return {
    ...(hasPoint ? { latitude: form.latitude, longitude: form.longitude, accuracy: form.accuracy ?? null } : {}),
    ...(form.place ? { place: form.place } : {}),
    locationSource: hasPoint ? ("gps" as const) : ("words" as const),
    locatedAt: world.clock.now(),
  };
}

/**
 * The finder sends a place, by the phone's position or in words: it completes the scan and the owner is told. Refuses
 * when neither is given, and more than 30 writes from one network within ten minutes.
 */
export async function sendPlace(world: World, token: string, form: Place, address: string): Promise<void> {
  const scan = await openScan(world, token, address);
  const columns = placeColumns(world, form);
  if (!columns) throw new Refusal("scans.finder.placeNeeded", 400, { field: "place" });
  await transaction(world, async (inside) => {
    await confirmPerson(inside, scan);
    await inside.db.update(scanRecords).set(columns).where(eq(scanRecords.id, scan.id));
    await sendAlerts(inside, [
      {
        ...scanAlert(scan, scan.petName),
        kind: "location",
        params: { petName: scan.petName ?? "", place: form.place ?? "" },
      },
    ]);
  });
}

export interface FinderForm extends Place {
  name?: string | undefined;
  contact?: string | undefined;
  note?: string | undefined;
}

/**
 * "I have this pet": opens a talk with the owner and tells them at once. Refuses a form with nothing in it. Sent again
 * from the same page it adds to the same talk; the same words sent twice are kept once. Returns the finder's key to the
 * status page.
 */
export async function reportHaving(
  world: World,
  token: string,
  form: FinderForm,
  from: { address: string; language: Language },
): Promise<string> {
  const scan = await openScan(world, token, from.address);
  const columns = placeColumns(world, form);
  if (!form.name && !form.contact && !form.note && !columns)
    throw new Refusal("scans.finder.fillOne", 400, { field: "note" });
  return transaction(world, async (inside) => {
    const [locked] = await inside.db
      .select({ conversationId: scanRecords.conversationId })
      .from(scanRecords)
      .where(eq(scanRecords.id, scan.id))
      .for("update");
    if (locked?.conversationId) {
      await addToTalk(inside, locked.conversationId, form, columns, scan.id);
      return keyOf(inside, locked.conversationId);
    }
    await confirmPerson(inside, scan);
    const alert = scanAlert(scan, scan.petName);
    const talkId = await startConversation(inside, {
      ownerId: scan.ownerId,
      about: scan.petName ?? "",
      link: alert.link,
      finderName: form.name ?? null,
      finderContact: form.contact ?? null,
      finderLanguage: from.language,
    });
    if (form.note) await addMessage(inside, talkId, "finder", form.note);
    if (scan.evidence !== "owner")
      await startLadder(inside, { conversationId: talkId, ownerId: scan.ownerId, petId: scan.petId });
    await inside.db
      .update(scanRecords)
      .set({ ...columns, conversationId: talkId })
      .where(eq(scanRecords.id, scan.id));
    await sendAlerts(inside, [
      {
        ...alert,
        kind: "found",
        params: {
          petName: scan.petName ?? "",
          finderName: form.name ?? "",
          text: form.note ?? "",
          place: form.place ?? "",
        },
      },
    ]);
    return keyOf(inside, talkId);
  });
}

async function addToTalk(world: World, talkId: string, form: FinderForm, columns: object | null, scanId: string) {
  const talk = await getConversationByKey(world, keyOf(world, talkId));
  const written = await listMessages(world, talkId);
  if (form.note && !written.some((message) => message.author === "finder" && message.body === form.note))
    await writeAsFinder(world, talk, form.note);
  if (columns) await world.db.update(scanRecords).set(columns).where(eq(scanRecords.id, scanId));
}

/** Something on the page was used, if only its language switch: proof of a person. */
export async function notePageUsed(world: World, token: string, address: string): Promise<void> {
  const scan = await openScan(world, token, address);
  await transaction(world, (inside) => confirmPerson(inside, scan));
}

/** The finder writes on. Null when it was sent; otherwise why not. A wrong key is a 404. */
export async function writeToFamily(world: World, key: string, body: string, address: string): Promise<Refusal | null> {
  try {
    await world.limits.take(limits.finderWrites, networkOf(address));
    await writeAsFinder(world, await getConversationByKey(world, key), body);
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.status !== 404) return error;
    throw error;
  }
}
