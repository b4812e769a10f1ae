// One slow or hostile client could use up the server, or slip a request of its own into another person's.
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { Server } from "node:http";
import net from "node:net";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { describe, expect, test } from "vitest";
import { requestTimeouts, stalledTimeout } from "#app/platform/http/server/http-limits.server.ts";
import { request } from "../../bench/request.ts";
import { visitorHeaders } from "../../bench/visitors.ts";
import { startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";
import { signIn } from "./people.ts";
import { connectTo, type RawSocket, writeBytes } from "./raw-socket.ts";

const dataDir = await demoDataDir();
const app = await startApp({ DATA_DIR: dataDir });

const megabyte = 1024 * 1024;
const ours = "Host: localhost\r\nSec-Fetch-Site: same-origin\r\n";
const form = "Content-Type: application/x-www-form-urlencoded\r\n";
const files = "Content-Type: multipart/form-data; boundary=x\r\n";

/** Returns the resident memory of the app in megabytes. */
function memory(): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

const page = () => request(`${app.url}/tag/DEMO-LINKED`, visitorHeaders(1));

describe.skipIf(process.platform !== "linux")("body of 300 MB", () => {
  const places: [string, string, string][] = [
    ["POST", "/auth", form],
    ["POST", "/auth.data", form],
    ["POST", "/dashboard/pets/new", files],
    ["POST", "/push", form],
    ["POST", "/nowhere", files],
    ["GET", "/", form],
    ["PUT", "/auth", files],
  ];
  const ways: [string, string, (piece: Buffer) => Buffer][] = [
    ["with its length", `Content-Length: ${300 * megabyte}\r\n`, (piece) => piece],
    [
      "without one",
      "Transfer-Encoding: chunked\r\n",
      (piece) => Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]),
    ],
  ];

  test.each(ways)("%s is rejected everywhere, is not buffered, and ends the connection", async (_way, length, wrap) => {
    for (const [method, place, type] of places) {
      const before = memory();
      let peak = before;
      const watch = setInterval(() => {
        peak = Math.max(peak, memory());
      }, 5);
      const raw = await connectTo(app.url);
      raw.socket.write(`${method} ${place} HTTP/1.1\r\n${ours}${type}${length}\r\n`);
      const sent = await writeBytes(raw, 300 * megabyte, wrap);
      await raw.closed;
      clearInterval(watch);
      // A client that is still sending when the connection closes may not receive the response.
      const answers = raw.statuses();
      // Routes that do not read the form respond with a redirect to sign in (302) or with 405.
      const isUnread = ["/dashboard/pets/new", "/push", "/nowhere"].includes(place);
      if (isUnread && [302, 405].includes(answers[0] ?? 0)) answers[0] = 413;
      expect([place, answers.length === 0 ? 413 : answers]).toEqual([place, answers.length === 0 ? 413 : [413]]);
      expect([place, sent < 60 * megabyte]).toEqual([place, true]);
      // Measured increase: at most 5 MB. A process that has just started still grows.
      expect([place, peak - before < 40]).toEqual([place, true]);
    }
    expect((await page()).status).toBe(200);
  });
});

describe("ambiguous request", () => {
  const chunked = "Transfer-Encoding: chunked\r\n";
  const post = (heads: string, body: string) => `POST /auth HTTP/1.1\r\n${ours}${form}${heads}\r\n${body}`;
  const get = (heads: string) => `GET / HTTP/1.1\r\n${heads}\r\n`;
  const shapes: Record<string, string> = {
    "a length and chunks": post(`Content-Length: 3\r\n${chunked}`, "0\r\n\r\n"),
    "chunks and a length": post(`${chunked}Content-Length: 3\r\n`, "0\r\n\r\n"),
    "two lengths": post("Content-Length: 3\r\nContent-Length: 0\r\n", "x=1"),
    "the same length twice": post("Content-Length: 3\r\nContent-Length: 3\r\n", "x=1"),
    "a list of lengths": post("Content-Length: 3, 3\r\n", "x=1"),
    "a length with a sign": post("Content-Length: +3\r\n", "x=1"),
    "a negative length": post("Content-Length: -1\r\n", "x=1"),
    "a length in hex": post("Content-Length: 0x3\r\n", "x=1"),
    "a length beyond numbers": post("Content-Length: 99999999999999999999\r\n", "x=1"),
    "a space before the colon": post("Content-Length : 3\r\n", "x=1"),
    "an unknown coding": post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
    "a coding after chunks": post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"),
    "two codings": post(`${chunked}Transfer-Encoding: identity\r\n`, "0\r\n\r\n"),
    "a space before the coding's colon": post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"),
    "a vertical tab before the coding": post("Transfer-Encoding:\u000bchunked\r\n", "0\r\n\r\n"),
    "a folded coding": post("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n"),
    "chunks with bare line feeds": post(chunked, "3\nx=1\n0\n\n"),
    "a chunk's extension with a line feed": post(chunked, "3;\nxx\r\nx=1\r\n0\r\n\r\n"),
    "a negative chunk": post(chunked, "-3\r\nx=1\r\n0\r\n\r\n"),
    "a chunk beyond numbers": post(chunked, "FFFFFFFFFFFFFFFFF\r\nx=1\r\n0\r\n\r\n"),
    "chunks in HTTP/1.0": `POST /auth HTTP/1.0\r\n${ours}${chunked}\r\n0\r\n\r\n`,
    "bare line feeds": "GET / HTTP/1.1\nHost: localhost\n\n",
    "a bare line feed in a header": get(`${ours}X: a\nContent-Length: 3\r\n`),
    "a bare carriage return": get(`${ours}X: a\rContent-Length: 3\r\n`),
    "a NUL": get(`${ours}X: a\u0000b\r\n`),
    "a space in a header's name": get(`${ours}X y: a\r\n`),
    "a space before the first header": get(` X: a\r\n${ours}`),
    "no version": "GET /\r\n\r\n",
    "a version that is none": `GET / HTTP/3.7\r\n${ours}\r\n`,
    "no host": get(""),
    "two hosts": get(`${ours}Host: evil.example\r\n`),
    "a space in the address": `GET /a b HTTP/1.1\r\n${ours}\r\n`,
    "the address of another kind": `GET localhost:22 HTTP/1.1\r\n${ours}\r\n`,
    "a header of 70 kB": get(`${ours}X: ${"a".repeat(70_000)}\r\n`),
    "an address of 70 kB": `GET /${"a".repeat(70_000)} HTTP/1.1\r\n${ours}\r\n`,
    "three thousand headers": get(`${ours}${"A: b\r\n".repeat(3_000)}`),
    "a tunnel": `CONNECT localhost:22 HTTP/1.1\r\n${ours}\r\n`,
  };
  const hidden = `GET /healthz HTTP/1.1\r\n${ours}Connection: close\r\n\r\n`;

  test.each(Object.entries(shapes))(
    "%s: is rejected, and the request hidden behind it is not answered",
    async (_name, shape) => {
      const raw = await connectTo(app.url);
      raw.socket.write(shape + hidden);
      await raw.closed;
      const answers = raw.statuses();
      expect(answers.length).toBeLessThanOrEqual(1);
      expect(answers.filter((status) => ![400, 431].includes(status))).toEqual([]);
      expect(raw.received()).not.toContain('"ok"');
    },
  );

  test("with an oversized chunk ends the connection before the next request", async () => {
    const raw = await connectTo(app.url);
    raw.socket.write(post(chunked, "2\r\nx=1\r\n0\r\n\r\n") + hidden);
    await raw.closed;
    expect(raw.received()).not.toContain('"ok"');
  });

  test("with another host in its address stays on this host, and TRACE reflects nothing", async () => {
    const raw = await connectTo(app.url);
    raw.socket.write(`GET http://evil.example//auth HTTP/1.1\r\n${ours}\r\n`);
    raw.socket.write(`TRACE / HTTP/1.1\r\n${ours}X-Secret: canary\r\nConnection: close\r\n\r\n`);
    await raw.closed;
    expect(raw.statuses()).toEqual([308, 405]);
    expect(raw.received()).not.toMatch(/evil\.example|canary/);
  });
});

describe("slow clients", () => {
  test("have at most 15 s for headers and 60 s for a request, including the check interval", () => {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = requestTimeouts;
    expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(15_000);
    expect(requestTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(60_000);
  });

  test("are disconnected when their time is over", async () => {
    const hundredth = Object.fromEntries(Object.entries(requestTimeouts).map(([name, time]) => [name, time / 100]));
    const server = serve({
      fetch: async (asked) => new Response(await asked.text()),
      port: 0,
      serverOptions: hundredth,
    });
    const { port } = server.address() as { port: number };
    const [head, body] = [await connectTo(`http://127.0.0.1:${port}`), await connectTo(`http://127.0.0.1:${port}`)];
    head.socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-");
    body.socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc");
    await Promise.all([head.closed, body.closed]);
    expect([head.statuses(), body.statuses()]).toEqual([[408], [408]]);
    await new Promise((closed) => server.close(closed));
  });

  test("are disconnected when they never read the answers to their requests", async () => {
    const server = serve({ fetch: () => new Response("x".repeat(4 * megabyte)), port: 0 }) as Server;
    server.setTimeout(stalledTimeout / 100);
    const { port } = server.address() as { port: number };
    const still = net.connect(port, "127.0.0.1").pause();
    still.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20));
    const countOpen = () => new Promise((resolve) => server.getConnections((_, open) => resolve(open)));
    await expect.poll(countOpen, { timeout: 30_000 }).toBe(1);
    await expect.poll(countOpen, { timeout: 30_000 }).toBe(0);
    still.destroy();
    await new Promise((closed) => server.close(closed));
  });

  test("do not block others, even four hundred with slow headers and four hundred with slow bodies", async () => {
    const slow: RawSocket[] = [];
    for (let client = 0; client < 800; client++) {
      const raw = await connectTo(app.url);
      raw.socket.write(
        client % 2
          ? `GET / HTTP/1.1\r\n${ours}`
          : `POST /auth HTTP/1.1\r\n${ours}${form}Content-Length: 100000\r\n\r\nintent=`,
      );
      slow.push(raw);
    }
    const drip = setInterval(() => {
      for (const [client, { socket }] of slow.entries()) socket.write(client % 2 ? "X: y\r\n" : "a");
    }, 100);
    for (let visit = 0; visit < 30; visit++) {
      const began = performance.now();
      expect((await page()).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(10_000);
    }
    clearInterval(drip);
    for (const { socket } of slow) socket.destroy();
  });
});

describe("uploads", () => {
  const kept = async () => (await readdir(path.join(dataDir, "files"), { recursive: true })).length;
  const open = () =>
    readdir(`/proc/${app.pid}/fd`).then(
      (all) => all.length,
      () => 0,
    );

  test("leave no file or connection behind when five hundred are aborted", async () => {
    const cookie = await signIn(app.url);
    const [filesBefore, openBefore] = [await kept(), await open()];
    for (let round = 0; round < 10; round++) {
      const halves = await Promise.all(Array.from({ length: 50 }, () => connectTo(app.url)));
      for (const raw of halves) {
        raw.socket.write(
          `POST /dashboard/pets/new HTTP/1.1\r\n${ours}Cookie: ${cookie}\r\n${files}Content-Length: ${5 * megabyte}\r\n\r\n` +
            '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n',
        );
        await writeBytes(raw, 128 * 1024);
      }
      for (const { socket } of halves) socket.destroy();
    }
    await expect.poll(open, { timeout: 30_000 }).toBeLessThan(openBefore + 20);
    expect(await kept()).toBe(filesBefore);
    expect((await page()).status).toBe(200);
    expect(app.output()).not.toMatch(/uncaught/i);
  });

  test("are not decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * megabyte, "a"));
    const before = memory();
    const answer = await fetch(`${app.url}/auth`, {
      method: "POST",
      headers: {
        "content-encoding": "gzip",
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
      },
      body: new Uint8Array(bomb),
    });
    await answer.text();
    expect(answer.status).toBe(400);
    expect(memory() - before).toBeLessThan(50);
  });
});
