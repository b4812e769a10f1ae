import sharp from "sharp";

// What is drawn here was written by us. Uploads never come so far: they are told by their first bytes.
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });

interface Layer {
  bytes: Uint8Array;
  left: number;
  width: number;
  height: number;
}

/** Our own SVG as a PNG, with a photo laid under it at the top where there is one. */
export async function drawPicture(svg: string, photo: Layer | null): Promise<Buffer> {
  const drawing = sharp(Buffer.from(svg));
  if (!photo) return drawing.png({ compressionLevel: 9, palette: true }).toBuffer();
  const { bytes, left, width, height } = photo;
  const input = await sharp(bytes).resize({ width, height, fit: "cover" }).png().toBuffer();
  return drawing
    .composite([{ input, left, top: 0 }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
