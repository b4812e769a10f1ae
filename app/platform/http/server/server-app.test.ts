// A foreign site could frame our pages and steal presses, or a cookie would travel unencrypted.
import net from "node:net";
import zlib from "node:zlib";
import { serve } from "@hono/node-server";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestApp } from "#tests/test-app.ts";
import { signId } from "../signed-id.server.ts";
import { createServerApp } from "./server-app.server.ts";

const lines: string[] = [];
const log = pino({ level: "info", base: null }, { write: (line: string) => void lines.push(line) });
const { ctx } = await createTestApp({ log, env: { PUBLIC_URL: "https://aleef.example" } });
beforeEach(() => {
  lines.length = 0;
});

const routePaths = [
  "/f/:key/live",
  "/calendar/:key.ics",
  "/share/:key",
  "/help/:key",
  "/orders/confirm/:key",
  "/x/:id",
];

/** Returns the response of the wrapped app. */
let answer: () => Response = () => new Response("");
let seenAddress = "";
const server = createServerApp({
  ctx,
  handle: async (_, { address }) => {
    seenAddress = address;
    return answer();
  },
  isReady: () => true,
  routePaths,
});
const ask = (path: string, init: RequestInit = {}) =>
  server.fetch(new Request(`https://aleef.example${path}`, init), {
    incoming: { socket: { remoteAddress: "203.0.113.7" } },
  } as never);
const logged = () => lines.map((line) => JSON.parse(line));

describe("every response", () => {
  test.each(["text/html", "text/plain", "application/json", "application/pdf", "text/csv"])(
    "of type %s forbids embedding by other sites",
    async (type) => {
      answer = () => new Response("x", { headers: { "content-type": type } });
      const policy = (await ask("/x")).headers.get("content-security-policy");
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"])
        expect(policy).toContain(part);
    },
  );

  test.each([
    ["text/html", "text/html; charset=utf-8"],
    ["text/x-script", "text/x-script; charset=utf-8"],
    ["image/svg+xml", "image/svg+xml; charset=utf-8"],
    ["application/xml", "application/xml; charset=utf-8"],
    ["text/plain; charset=UTF-8", "text/plain; charset=UTF-8"],
    ["application/json", "application/json"],
    ["image/webp", "image/webp"],
  ])("of type %s names its charset if it is text", async (given, sent) => {
    answer = () => new Response(new Uint8Array([120]), { headers: { "content-type": given } });
    expect((await ask("/x")).headers.get("content-type")).toBe(sent);
  });

  test.each([
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, deflate, br", "br"],
    ["gzip, deflate, br;q=0", "gzip"],
    ["deflate", "deflate"],
    ["gzip;q=0", null],
    ["identity", null],
    [null, null],
  ])("to a browser that accepts %s is a page compressed by %s, whole and with its length", async (accepted, used) => {
    const text = "<p>أليف</p>".repeat(400);
    answer = () => new Response(text, { headers: { "content-type": "text/html", vary: "Cookie" } });
    const given = await ask("/x", accepted ? { headers: { "accept-encoding": accepted } } : {});
    expect([given.headers.get("content-encoding"), given.headers.get("vary")]).toEqual([
      used,
      "Cookie, Accept-Encoding",
    ]);
    const bytes = Buffer.from(await given.arrayBuffer());
    const unpack = { zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync };
    const plain = unpack[used as keyof typeof unpack]?.(bytes) ?? (used ? zlib.inflateSync(bytes) : bytes);
    expect(String(plain)).toBe(text);
  });

  test("that comes in pieces is sent as it comes", async () => {
    let end = () => {};
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode("first"));
        end = () => stream.close();
      },
    });
    answer = () => new Response(body, { headers: { "content-type": "text/csv" } });
    const reader = (await ask("/x")).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("first");
    end();
    expect((await reader.read()).done).toBe(true);
  });

  test("keeps a stricter policy of its own", async () => {
    answer = () => new Response("x", { headers: { "content-security-policy": "default-src 'none'; sandbox" } });
    expect((await ask("/x")).headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  test("marks every cookie Secure over https", async () => {
    const cookies = ["toast=1; Path=/; HttpOnly", "visit=2; Path=/tag; Secure", "insecure=3"];
    answer = () => new Response("x", { headers: cookies.map((line): [string, string] => ["set-cookie", line]) });
    expect((await ask("/x")).headers.getSetCookie()).toEqual([
      "toast=1; Path=/; HttpOnly; Secure",
      "visit=2; Path=/tag; Secure",
      "insecure=3; Secure",
    ]);
  });
});

describe("the log", () => {
  test("contains the network and shortens secret segments, whatever their length, and what no route answers", async () => {
    const key = signId(ctx, "talk", "018f4d2c-0000-7000-8000-000000000001");
    const long = key + key;
    const cut = `${key.slice(0, 4)}…`;
    const shown: [string, string, number?][] = [
      [`/f/${key}/live`, `/f/${cut}/live`],
      [`/calendar/${key}.ics`, `/calendar/${cut}`],
      [`/share/${key}?x=${key}`, `/share/${cut}`],
      [`/HELP/${key}`, `/HELP/${cut}`],
      [`/orders/confirm/${long}`, `/orders/confirm/${cut}`],
      [`/orders/confirm/${long}.data`, `/orders/confirm/${cut}`],
      [`/orders//confirm/${long}/more`, `/orders/confirm/${cut}/more`],
      ["/share/short", "/share/shor…"],
      [`/x/${key}`, `/x/${key}`],
      [`/mistyped/${key}`, `/mistyped/${cut}`, 404],
    ];
    for (const [path, , status = 200] of shown) {
      answer = () => new Response("x", { status });
      await ask(path);
    }
    expect(logged().map(({ path }) => path)).toEqual(shown.map(([, path]) => path));
    lines.splice(8, 1);
    expect(logged().map(({ network }) => network)).toEqual(Array(9).fill("203.0.113.0/24"));
    expect(lines.join("")).not.toContain(key);
  });

  test("contains no cookies, headers or queries", async () => {
    answer = () => new Response("x", { headers: { "set-cookie": "aleef.session_token=canary-set" } });
    const headers = { cookie: "aleef.session_token=canary-cookie", authorization: "Bearer canary-header" };
    await ask("/x?token=canary-query", { headers });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("canary");
  });

  test("reports a form from another site", async () => {
    const headers = { origin: "https://evil.example" };
    expect((await ask("/auth", { method: "POST", headers, body: "x" })).status).toBe(403);
    expect(logged()).toMatchObject([{ level: 40, msg: "cross-site form rejected" }, { status: 403 }]);
    expect(logged()[0].id).toBe(logged()[1].id);
  });

  test("has one line per request, whatever the URL contains", async () => {
    answer = () => new Response("x");
    await ask('/a%0A{"level":50}%0D%0A%1b[2J');
    expect(lines).toHaveLength(1);
    expect([...lines[0]!.trimEnd()].filter((sign) => sign < " ")).toEqual([]);
  });
});

test("warns once about a proxy in a private network that is not trusted", async () => {
  answer = () => new Response("x");
  const through = (remoteAddress: string, headers: Record<string, string>) =>
    server.fetch(new Request("https://aleef.example/x", { headers }), {
      incoming: { socket: { remoteAddress } },
    } as never);
  const warned = () => logged().filter(({ msg }) => msg.includes("TRUSTED_PROXIES")).length;
  await through("203.0.113.7", { "x-forwarded-for": "198.51.100.99" });
  await through("127.0.0.1", {});
  expect(warned()).toBe(0);
  await through("::ffff:10.0.0.2", { "x-forwarded-for": "198.51.100.99" });
  await through("127.0.0.1", { "x-forwarded-for": "198.51.100.99" });
  expect(warned()).toBe(1);
});

test("the client address is that of the socket, whatever the headers contain", async () => {
  for (const name of [
    "x-forwarded-for",
    "x-real-ip",
    "x-client-ip",
    "forwarded",
    "cf-connecting-ip",
    "true-client-ip",
  ]) {
    answer = () => new Response("x");
    await ask("/x", { headers: { [name]: "198.51.100.99" } });
    expect([name, seenAddress]).toEqual([name, "203.0.113.7"]);
  }
});

test("answers an unexpected error without its text", async () => {
  answer = () => {
    throw new Error("canary: relation pets");
  };
  const failed = await ask("/x");
  expect([failed.status, await failed.text()]).toEqual([500, "Something went wrong"]);
});

test("rejects TRACE without echoing headers", async () => {
  const open = serve({ fetch: server.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise<void>((resolve) => open.once("listening", () => resolve()));
  const { port } = open.address() as net.AddressInfo;
  const reply = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = net.connect(port, "127.0.0.1", () =>
      socket.write("TRACE / HTTP/1.1\r\nHost: aleef.example\r\nCookie: canary=1\r\nConnection: close\r\n\r\n"),
    );
    socket
      .on("data", (piece) => (text += piece))
      .on("end", () => resolve(text))
      .on("error", reject);
  });
  await new Promise((resolve) => open.close(resolve));
  expect(reply).toMatch(/^HTTP\/1\.1 405 /);
  expect(reply).not.toContain("canary");
});

test("keeps the request id of a trusted proxy, but none from others or with invalid characters", async () => {
  answer = () => new Response("x");
  const trusting = createServerApp({
    ctx: { ...ctx, settings: { ...ctx.settings, trustedProxies: ["203.0.113.7"] } },
    handle: async () => answer(),
    isReady: () => true,
    routePaths,
  });
  const env = { incoming: { socket: { remoteAddress: "203.0.113.7" } } } as never;
  const idOf = async (app: typeof server, id: string) =>
    (await app.fetch(new Request("https://aleef.example/x", { headers: { "x-request-id": id } }), env)).headers.get(
      "x-request-id",
    );
  expect(await idOf(trusting, "proxy-1234.abc")).toBe("proxy-1234.abc");
  expect(logged().at(-1).id).toBe("proxy-1234.abc");
  for (const [app, id] of [
    [server, "proxy-1234.abc"],
    [trusting, "short"],
    [trusting, "with spaces in it"],
    [trusting, "x".repeat(65)],
  ] as const)
    expect(await idOf(app, id)).toMatch(/^[0-9a-f]{16}$/);
});

describe("while the processor is full", () => {
  const hanging: (() => void)[] = [];
  const busy = createServerApp({
    ctx,
    handle: (request) =>
      request.url.includes("/tag/") || request.method === "POST"
        ? Promise.resolve(new Response("answered"))
        : new Promise<Response>((resolve) => hanging.push(() => resolve(new Response("page")))),
    isReady: () => true,
    routePaths,
    isFull: () => true,
  });
  const open = (path: string, init: RequestInit = {}) =>
    busy.fetch(new Request(`https://aleef.example${path}`, init), {
      incoming: { socket: { remoteAddress: "203.0.113.7" } },
    } as never);

  test("answers finders and forms, and rejects the excess pages with 503 in the visitor's language", async () => {
    // Four are rendered, two hundred wait.
    const pages = Array.from({ length: 204 }, () => open("/store"));
    for (const language of ["en", "ar"] as const) {
      const refused = await open("/store", { headers: { "accept-language": language } });
      expect(refused.status).toBe(503);
      expect(refused.headers.get("retry-after")).toBe("5");
      expect(refused.headers.get("refresh")).toBe("5");
      expect(await refused.text()).toBe(ctx.translator(language)("errors.tooManyPeople"));
    }
    expect(await (await open("/tag/AB12")).text()).toBe("answered");
    const form = { method: "POST", headers: { origin: "https://aleef.example" } };
    expect(await (await open("/checkout", form)).text()).toBe("answered");
    for (let made = 0; made < 204; made++) {
      await expect.poll(() => hanging.length).toBeGreaterThan(0);
      hanging.shift()?.();
    }
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(pages.map(() => 200));
  });
});

test("logs every request except health checks", async () => {
  const env = { incoming: { socket: { remoteAddress: "203.0.113.7" } } } as never;
  for (const status of [200, 303, 404, 500]) {
    answer = () => new Response("x", { status });
    await server.fetch(new Request("https://aleef.example/x"), env);
  }
  await server.fetch(new Request("https://aleef.example/healthz"), env);
  expect(logged().map(({ status }) => status)).toEqual([200, 303, 404, 500]);
});
