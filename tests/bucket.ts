import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Bucket {
  settings: { bucket: string; region: string; endpoint: string; accessKeyId: string; secretAccessKey: string };
  /** Stored objects by key. */
  objects: Map<string, { bytes: Buffer; contentType: string | undefined }>;
  /** Makes every request fail with this status; 0 restores normal responses. */
  failWith(status: number): void;
  close(): Promise<void>;
}

const { TEST_S3_ENDPOINT: endpoint, TEST_S3_BUCKET, TEST_S3_KEY, TEST_S3_SECRET } = process.env;

/** Settings of an external S3 server, given by environment variables, which must pass the same tests. */
export const givenBucket = endpoint
  ? {
      bucket: TEST_S3_BUCKET ?? "aleef",
      region: "us-east-1",
      endpoint,
      accessKeyId: TEST_S3_KEY ?? "S3RVER",
      secretAccessKey: TEST_S3_SECRET ?? "S3RVER",
    }
  : undefined;

const xml = { "content-type": "application/xml" };
/** Maximum number of folders per page of a listing. */
const maxListed = 7;

const hash = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Returns whether a request has a valid AWS signature (version 4, in the header) that also covers its body. */
function isSigned(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, day = "", region = "", names = "", signature] = form.exec(request.headers.authorization ?? "") ?? [];
  const payload = String(request.headers["x-amz-content-sha256"]);
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== hash(body)) return false;
  const url = new URL(request.url ?? "/", "http://bucket");
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query.join("&"), headers.join(""), names, payload].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, hash(canonical)].join("\n");
  const key = [region, "s3", "aws4_request"].reduce<Buffer>((at, part) => hmac(at, part), hmac(`AWS4${secret}`, day));
  return hmac(key, text).toString("hex") === signature;
}

/** Starts an S3 server with one bucket and the operations that the app uses. Rejects unsigned requests with 403. */
export async function openBucket(): Promise<Bucket> {
  const settings = {
    bucket: "pets",
    region: "eu-central-1",
    accessKeyId: "AKIDALEEF",
    secretAccessKey: "bucket-secret",
  };
  const objects: Bucket["objects"] = new Map();
  let failure = 0;

  /** Lists the folders under `prefix`, `maxListed` per page. */
  function listing(query: URLSearchParams): string {
    const prefix = query.get("prefix") ?? "";
    const after = query.get("continuation-token") ?? "";
    const prefixes = [...objects.keys()].filter(
      (key) => key.startsWith(prefix) && key.slice(prefix.length).includes("/"),
    );
    const folders = [...new Set(prefixes.map((key) => key.slice(0, key.indexOf("/", prefix.length) + 1)))].sort();
    const left = folders.filter((folder) => folder > after);
    const some = left.slice(0, maxListed);
    const next = left.length > some.length ? `<NextContinuationToken>${some.at(-1)}</NextContinuationToken>` : "";
    const shown = some.map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`).join("");
    return `<ListBucketResult><IsTruncated>${next !== ""}</IsTruncated>${next}${shown}</ListBucketResult>`;
  }

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const refuse = (status: number, code: string) =>
      response.writeHead(status, xml).end(`<Error><Code>${code}</Code></Error>`);
    const query = new URL(request.url ?? "/", "http://bucket").searchParams;
    if (failure) return void refuse(failure, "InternalError");
    if (!isSigned(request, body, settings.secretAccessKey)) return void refuse(403, "SignatureDoesNotMatch");
    if (query.get("list-type") === "2") return void response.writeHead(200, xml).end(listing(query));
    const key = decodeURIComponent(new URL(request.url ?? "/", "http://bucket").pathname).slice("/pets/".length);
    if (request.method === "PUT") {
      objects.set(key, { bytes: body, contentType: request.headers["content-type"] });
      return void response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end();
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return void refuse(404, "NoSuchKey");
    response.writeHead(200, {
      "content-length": found.bytes.length,
      ...(found.contentType ? { "content-type": found.contentType } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : found.bytes);
  }

  const server = createServer(async (request, response) => {
    answer(request, await buffer(request), response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    settings: { ...settings, endpoint: `http://127.0.0.1:${port}` },
    objects,
    failWith: (status) => {
      failure = status;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
