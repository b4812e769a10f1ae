import path from "node:path";
import { parse, serialize } from "hono/utils/cookie";
import { href } from "react-router";
import type { Person, PersonalData } from "#app/features/users/personal-data.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { createZip, type ZipEntry } from "#app/platform/files/zip.server.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { personalData } from "./personal-data.server.ts";

const limit = { name: "my-data", points: 5, span: 3600 };

/** Seconds for which the export may be downloaded after the password was entered. */
const ticketSeconds = 600;

const purposeOf = (until: number) => `my data until ${until}`;

/** Creates a signed ticket, valid for ten minutes and for this user only, that proves the password was entered. */
export function createExportTicket(ctx: AppContext, actor: { id: string }): string {
  const until = Math.floor(ctx.clock.now().getTime() / 1000) + ticketSeconds;
  return `${until}.${signId(ctx, purposeOf(until), actor.id)}`;
}

export function isExportTicket(ctx: AppContext, actor: { id: string }, ticket: string | undefined): boolean {
  const [until = "", signed = ""] = (ticket ?? "").split(".");
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < ctx.clock.now().getTime()) return false;
  return readSignedId(ctx, purposeOf(Number(until)), signed) === actor.id;
}

/**
 * Returns an export of everything held about the actor as chunks of a ZIP file, generated while it is read: an
 * explanatory text, `data.json`, a card (PDF) of each pet, and each photo in its largest size. Rejects more than 5 an
 * hour.
 */
export async function exportAccountData(ctx: AppContext, actor: Actor): Promise<AsyncGenerator<Uint8Array>> {
  await ctx.limits.take(limit, actor.id);
  return createZip(entriesOf(ctx, actor), ctx.clock.now());
}

const encoder = new TextEncoder();

const parts: PersonalData[] = Object.values(personalData);

async function* entriesOf(ctx: AppContext, actor: Actor): AsyncGenerator<ZipEntry> {
  yield { name: "README.txt", isPacked: false, pieces: [encoder.encode(readmeFor(ctx, actor))] };
  yield { name: "data.json", isPacked: false, pieces: jsonPieces(ctx, actor) };
  for (const part of parts) {
    let number = 0;
    for await (const { of, pdf } of part.documents?.(ctx, actor) ?? [])
      yield { name: `cards/${fileName(of)}-${++number}.pdf`, isPacked: true, pieces: [pdf] };
    for (const { id, of } of (await part.photos?.(ctx, actor)) ?? []) {
      const photo = await findPhoto(ctx.files, id, "1600.webp");
      if (photo) yield { name: `photos/${fileName(of)}-${id.slice(-6)}.webp`, isPacked: true, pieces: [photo.bytes] };
    }
    for (const { keys, of } of (await part.files?.(ctx, actor)) ?? []) {
      const key = keys.at(-1) ?? "";
      const bytes = await ctx.files.find(key);
      if (bytes) yield { name: `files/${fileName(of)}${path.extname(key)}`, isPacked: true, pieces: [bytes] };
    }
  }
}

function readmeFor(ctx: AppContext, { firstName, language, timeZone }: Actor): string {
  const t = ctx.translator(language);
  const createdOn = formatDate(ctx.clock.now(), language, timeZone, "dateTime");
  // Windows Notepad reliably detects UTF-8 only with a byte order mark.
  return `\uFEFF${[
    t("dataExportFile.title", { name: firstName }),
    t("dataExportFile.made", { when: createdOn }),
    t("dataExportFile.data"),
    t("dataExportFile.cards"),
    t("dataExportFile.photos"),
    t("dataExportFile.without"),
  ].join("\r\n\r\n")}\r\n`;
}

/**
 * Returns a safe file name: letters and digits of any script, without characters that are special to a file system or
 * an archiver.
 */
function fileName(text: string): string {
  return (
    text
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "photo"
  );
}

async function* jsonPieces(ctx: AppContext, person: Person): AsyncGenerator<Uint8Array> {
  let separator = "{\n";
  for (const [name, part] of Object.entries(personalData)) {
    yield encoder.encode(`${separator}${JSON.stringify(name)}: {`);
    let comma = "\n";
    for (const [key, value] of Object.entries(await part.read(ctx, person))) {
      yield encoder.encode(`${comma}${JSON.stringify(key)}: `);
      comma = ",\n";
      if (isLong(value)) yield* listPieces(value);
      else yield encoder.encode(JSON.stringify(value ?? null, null, 1));
    }
    yield encoder.encode("\n}");
    separator = ",\n";
  }
  yield encoder.encode("\n}\n");
}

const isLong = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

async function* listPieces(rows: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  let separator = "[\n";
  for await (const row of rows) {
    yield encoder.encode(separator + JSON.stringify(row));
    separator = ",\n";
  }
  yield encoder.encode(separator === "[\n" ? "[]" : "\n]");
}

const name = "data-ticket";

export function createExportTicketCookie(ticket: string, secure: boolean): string {
  // The page's data is requested at `my-data.data`, which a longer path would not match.
  const path = href("/dashboard/settings");
  return serialize(name, ticket, { path, httpOnly: true, sameSite: "Strict", secure, maxAge: ticketSeconds });
}

export function readExportTicket(request: Request): string | undefined {
  return parse(request.headers.get("cookie") ?? "", name)[name];
}
