export interface CaughtEmail {
  to: string[];
  /** Message-ID without brackets and host. */
  key: string;
  subject: string;
  /** All headers by their name in lower case. */
  headers: Map<string, string>;
  text: string;
  html: string;
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

/** Parses headers and body of a message or part. `source` has one character per byte. */
function read(source: string): Part {
  const end = source.indexOf("\r\n\r\n");
  const head = source.slice(0, end).replace(/\r\n[ \t]+/g, " ");
  const headers = head.split("\r\n").map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: source.slice(end + 4) };
}

const bytesOfQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

/** Decodes the text of a part (RFC 2045 §6). */
function textOf({ headers, body }: Part): string {
  const encoding = headers.get("content-transfer-encoding")?.toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding === "quoted-printable") return bytesOfQuoted(body.replace(/=[ \t]*\r\n/g, "")).toString("utf8");
  return Buffer.from(body, "latin1").toString("utf8");
}

function partsOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)/i.exec(part.headers.get("content-type") ?? "")?.[1];
  if (!boundary) return [part];
  const pieces = `\r\n${part.body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => partsOf(read(piece.replace(/^[ \t]*\r\n/, ""))));
}

/** Decodes a header (RFC 2047). */
function lineOf(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, "$1$2")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind, coded) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(coded, "base64").toString("utf8")
        : bytesOfQuoted(coded.replaceAll("_", " ")).toString("utf8"),
    );
}

/** Parses a received e-mail. */
export function readOutboxEmail(bytes: Buffer, to: string[]): CaughtEmail {
  const whole = read(bytes.toString("latin1"));
  const parts = partsOf(whole);
  const find = (type: string) => parts.find(({ headers }) => headers.get("content-type")?.startsWith(type));
  const text = find("text/plain");
  const html = find("text/html");
  return {
    to,
    key: /^<?([^@>]+)/.exec(whole.headers.get("message-id") ?? "")?.[1] ?? "",
    subject: lineOf(whole.headers.get("subject") ?? ""),
    headers: whole.headers,
    text: text ? textOf(text).replaceAll("\r\n", "\n") : "",
    html: html ? textOf(html) : "",
  };
}

/** Returns the first URL in an e-mail. Throws if there is none. */
export function linkIn({ text }: CaughtEmail): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`There is no link in this e-mail:\n${text}`);
  return link;
}
