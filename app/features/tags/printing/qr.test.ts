// A finder would hold the camera at a scratched tag and nothing would open.
import decode from "qr/decode.js";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createCode } from "../batches/batches.server.ts";
import { formatQrText, renderQrPng, renderQrSvg } from "./qr.server.ts";

async function read(image: Buffer): Promise<string> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decode({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

/** Draws the dark modules of the SVG manually, because sharp's SVG loader is blocked. */
async function drawn(svg: string): Promise<Buffer> {
  const [, width = "0"] = /viewBox="0 0 (\d+)/.exec(svg) ?? [];
  const size = Number(width);
  const pixels = Buffer.alloc(size * size, 255);
  for (const [, x = "0", y = "0", w = "0", h = "0"] of svg.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)/g))
    for (let row = Number(y); row < Number(y) + Number(h); row++)
      pixels.fill(0, row * size + Number(x), row * size + Number(x) + Number(w));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .png()
    .toBuffer();
}

test.each(["https://aleef.example", "http://localhost:3000", "https://tags.a-rather-long-name.example.org"])(
  "the QR code contains the tag's URL on %s, as PNG and as SVG",
  async (host) => {
    for (let round = 0; round < 5; round++) {
      const text = formatQrText(host, createCode());
      expect(text).toMatch(/^HTTPS?:\/\/[^/]+\/T\/[0-9A-Z]{12}$/);
      expect(await read(await renderQrPng(text))).toBe(text);
      expect(await read(await drawn(renderQrSvg(text)))).toBe(text);
    }
  },
);

test("is readable with scratched modules", async () => {
  const text = formatQrText("https://aleef.example", "7K3M-9QXR-2VHT");
  const png = await renderQrPng(text);
  const { width = 0 } = await sharp(png).metadata();
  const scratch = Math.round(width * 0.16);
  const at = Math.round(width * 0.55);
  const scratched = await sharp(png)
    .composite([
      { input: { create: { width: scratch, height: scratch, channels: 3, background: "#fff" } }, left: at, top: at },
    ])
    .png()
    .toBuffer();
  expect(await read(scratched)).toBe(text);
});
