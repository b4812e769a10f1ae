import { Busboy } from "@fastify/busboy";
import type { RouterContextProvider } from "react-router";
import { AppError } from "../../app-error.server.ts";
import { parseJson, withoutUnstorable } from "../../i18n/text/plain-text.ts";
import { requestInfoContext } from "../request-info.server.ts";
import { maxBodyBytes } from "../server/http-limits.server.ts";

export interface BodyArgs {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

export interface BodyOptions {
  /** Whether the form accepts files; its body may then have up to `maxBodyBytes` bytes. */
  files?: boolean | undefined;
}

/** Maximum size in bytes of a form without files. */
const maxPlainBodyBytes = 256 * 1024;
/** Maximum size in bytes of a body that is read at once. */
const shortBodyBytes = 16 * 1024;
/** Maximum size of JSON in bytes; the pages' scripts post little. */
const maxJsonBytes = 128 * 1024;

const maxFields = 300;
const maxFiles = 50;
const maxNameLength = 200;
/** Maximum number of list items in a form: Conform builds every list as long as its highest index. */
const maxListItems = 500;
const maxIndex = 100;
const reservedName = /(^|[.[])(__proto__|constructor|prototype)($|[.\]])/;

const tooLarge = () => new AppError("errors.bodyTooLarge", 413);
const unreadable = () => new AppError("errors.bodyUnreadable", 400);

/**
 * Parses the submitted form, urlencoded or multipart. Size, fields, files and names are limited while it arrives;
 * nothing beyond a limit is parsed or stored. Throws an AppError (413 or 400), after which the connection is closed.
 */
export async function readFormBody(args: BodyArgs, { files = false }: BodyOptions = {}): Promise<FormData> {
  return closeOnError(args, () => parse(args.request, files ? maxBodyBytes : maxPlainBodyBytes, files));
}

/** Same as `readFormBody`, for actions without a page of their own: errors become plain-text responses. */
export async function readForm(args: BodyArgs, options: BodyOptions = {}): Promise<FormData> {
  return readFormBody(args, options).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    throw new Response(args.context.get(requestInfoContext).t(error.code), { status: error.status });
  });
}

/**
 * Returns the posted text, at most 128 KB, for bodies that are signed as a whole; null if it is larger or incomplete.
 */
export async function readRawText(args: BodyArgs): Promise<string | null> {
  try {
    return await closeOnError(args, () => readText(args.request, maxJsonBytes));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Parses posted JSON, at most 128 KB; returns null if it is invalid or larger. */
export async function readJson(args: BodyArgs): Promise<unknown> {
  try {
    const text = await closeOnError(args, () => readText(args.request, maxJsonBytes));
    return parseJson(text);
  } catch (error) {
    if (error instanceof AppError || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function closeOnError<T>({ context }: BodyArgs, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) context.get(requestInfoContext).mustClose = true;
    throw error;
  }
}

/**
 * Yields the body in chunks, up to `maxBytes` bytes in total. An unread body is not cancelled, which would close the
 * connection before the response was sent; the server releases it afterwards.
 */
async function* pieces(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > maxBytes) throw tooLarge();
  // A short body of known length, such as a form's, is read at once, which is cheaper than a stream. The length of a
  // chunked body is not known, whatever is stated (RFC 9112 §6.3).
  if (length !== null && Number(length) <= shortBodyBytes && !request.headers.has("transfer-encoding")) {
    // eslint-disable-next-line no-restricted-syntax -- its length is limited
    const bytes = await request.arrayBuffer().catch(() => {
      throw unreadable();
    });
    yield new Uint8Array(bytes);
    return;
  }
  const reader = request.body?.getReader();
  let size = 0;
  for (;;) {
    const read = await reader?.read().catch(() => {
      throw unreadable();
    });
    if (!read || read.done) return;
    size += read.value.byteLength;
    if (size > maxBytes) throw tooLarge();
    yield read.value;
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of pieces(request, maxBytes)) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

async function parse(request: Request, maxBytes: number, takesFiles: boolean): Promise<FormData> {
  const parser = openParser(request.headers.get("content-type") ?? "", maxBytes);
  const form = new FormData();
  const listItems = countListItems();
  const counts = { fields: 0, files: 0 };
  let rejection: AppError | undefined;
  const refuse = (why: AppError) => {
    rejection ??= why;
  };
  /** Counts one more item and returns whether it is within the limit. */
  const admit = (kind: keyof typeof counts, name: string | undefined, limit: number): name is string => {
    counts[kind]++;
    const isGood =
      name !== undefined &&
      name.length <= maxNameLength &&
      counts[kind] <= limit &&
      !reservedName.test(name) &&
      listItems(name) <= maxListItems;
    if (!isGood) refuse(unreadable());
    return isGood && !rejection;
  };

  const finished = new Promise<void>((resolve, reject) => {
    parser.on("finish", resolve);
    parser.on("error", () => reject(unreadable()));
  });
  finished.catch(() => undefined);
  parser.on("field", (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) return refuse(isValueCut ? tooLarge() : unreadable());
    if (admit("fields", name, maxFields)) form.append(name, withoutUnstorable(value));
  });
  parser.on("file", (name, stream, fileName, _encoding, type) => {
    const isAdmitted = admit("files", name, maxFiles);
    const parts: Buffer<ArrayBuffer>[] = [];
    // A form that accepts no files still gets an empty one for the field, so that it can be rejected.
    stream.on("data", (part: Buffer<ArrayBuffer>) => {
      if (isAdmitted && takesFiles) parts.push(part);
    });
    stream.on("error", () => refuse(unreadable()));
    stream.on("end", () => {
      if (isAdmitted) form.append(name, new File(parts, withoutUnstorable(fileName ?? ""), { type }));
    });
  });

  for await (const piece of pieces(request, maxBytes)) {
    const isTaken = parser.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    if (rejection) throw rejection;
    if (!isTaken) await Promise.race([new Promise((resolve) => parser.once("drain", resolve)), finished]);
  }
  parser.end();
  await finished;
  if (rejection) throw rejection;
  return form;
}

function openParser(contentType: string, maxBytes: number) {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      // One more than allowed, so that exceeding the limit is detected.
      limits: {
        fieldNameSize: maxNameLength,
        fieldSize: maxBytes,
        fields: maxFields + 1,
        files: maxFiles + 1,
        parts: maxFields + maxFiles + 1,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw unreadable();
  }
}

/** Returns a function that counts list items by the indexes in field names (`contacts[2].name`: three). */
function countListItems(): (name: string) => number {
  const lengths = new Map<string, number>();
  let all = 0;
  return (name) => {
    for (const { 1: digits, index: at } of name.matchAll(/\[(\d*)\]/g)) {
      const index = Number(digits);
      if (index > maxIndex) return Number.POSITIVE_INFINITY;
      const list = name.slice(0, at);
      const known = lengths.get(list) ?? 0;
      if (index < known) continue;
      lengths.set(list, index + 1);
      all += index + 1 - known;
    }
    return all;
  };
}
