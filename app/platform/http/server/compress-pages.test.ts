// A page would be cut off or unreadable for everybody whose browser accepts its encoding.
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { compressPages } from "./compress-pages.server.ts";

const app = new Hono();
app.use(compressPages);
app.post("*", async (c) => c.html(await c.req.text(), 201, { "x-kept": "yes" }));

async function send(page: string, accepted: string) {
  const answer = await app.request("/", { method: "POST", body: page, headers: { "accept-encoding": accepted } });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("x-kept")).toBe("yes");
  return { encoding: answer.headers.get("content-encoding"), bytes: Buffer.from(await answer.arrayBuffer()) };
}

test("pages with the same style sheet arrive whole, whatever stands before and after it", async () => {
  const style = "<style>p{color:red}".repeat(300);
  for (const language of ["en", "ar"])
    for (const name of ["Rocky", "روكي 🐾", "", "x".repeat(100_000)]) {
      const page = `<html lang="${language}">${style}</style><title>${name}</title></style>`;
      const { encoding, bytes } = await send(page, "gzip, deflate, br");
      expect(encoding).toBe("gzip");
      expect(gunzipSync(bytes).toString()).toBe(page);
    }
});

test("other pages, and those for a client without gzip, are sent in the best encoding", async () => {
  for (const [page, accepted] of [
    ["<p>Rocky</p>", "gzip, br"],
    ["<style></style><p>Rocky</p>", "br"],
  ] as const) {
    const { encoding, bytes } = await send(page, accepted);
    expect(encoding).toBe("br");
    expect(brotliDecompressSync(bytes).toString()).toBe(page);
  }
  const { encoding, bytes } = await send("<style></style>", "identity");
  expect([encoding, bytes.toString()]).toEqual([null, "<style></style>"]);
});
