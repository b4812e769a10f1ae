// Phones could not read the QR codes that our pages draw.
import { expect, test } from "vitest";
import { getQrModules, getQrPath, getQrRectangles } from "./qr-code.server.ts";

/** Rows of this code as drawn by another encoder (uqr 0.1.3, mask 4), one bit per module. */
const text = "HTTPS://ALEEF.EXAMPLE/T/7K3M9QXR2VHT";
const rows = `1fc9fb7f0 1042ee410 175ef45d0 1744885d0 175c0a5d0 10572a410 1fd5557f0 641000 953b3b40 6061e110
  1a4b7eee0 181ba7410 1369c4f40 d12c5a80 14d289450 615ce190 13d025680 10a71baf0 40d87f0 2af81160 1dfd2bf80 16bb150
  1fc6755b0 1047711a0 175e31fd0 174987a60 174e6c670 1056b3760 1fc90f700`.split(/\s+/);

test("draws the same modules as another encoder", () => {
  const quiet = ["0", "0", "0", "0"];
  const drawn = getQrModules(text, "Q").map((row) => Number.parseInt(row.map(Number).join(""), 2).toString(16));
  expect(drawn).toEqual([...quiet, ...rows, ...quiet]);
});

test("rectangles and path cover exactly the dark modules", () => {
  const modules = getQrModules(text, "H");
  const dark = modules.flat().filter(Boolean).length;
  const rectangles = getQrRectangles(text, modules.length, "H");
  expect(rectangles.reduce((sum, { width, height }) => sum + width * height, 0)).toBe(dark);
  expect(rectangles.every(({ x, y }) => modules[y]?.[x] && !modules[y]?.[x - 1])).toBe(true);
  const widths = [...getQrPath(text, modules.length, "H").matchAll(/M\d+ \d+h(\d+)v1h-\1z/g)].map(([, width]) => width);
  expect(widths).toEqual(rectangles.map(({ width }) => String(width)));
});
