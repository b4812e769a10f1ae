/** What people do to a picture before they send it on. */
import sharp, { type Sharp } from "sharp";
// Allows SVG, in which captions are drawn.
import "#app/platform/files/drawn-picture.server.ts";
import type { Random } from "./pet-pictures.ts";

type Alter = (picture: Sharp, random: Random) => Sharp | Promise<Sharp>;

const width = 640;
const height = 480;

/** Returns the altered picture as a picture of its own, since operations of one pipeline run in a fixed order. */
const rendered = async (picture: Sharp) => sharp(await picture.png({ compressionLevel: 1 }).toBuffer());

const svg = (content: string, w = width, h = height) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${content}</svg>`);

const oneOf = <Value>(random: Random, values: readonly Value[]) => values[Math.floor(random() * values.length)]!;

/** Cuts a share of the width and height off, somewhere at the edges. */
function crop(picture: Sharp, random: Random, share: number): Sharp {
  const [left, top] = [Math.floor(random() * share * width), Math.floor(random() * share * height)];
  return picture.extract({
    left,
    top,
    width: Math.floor(width * (1 - share)),
    height: Math.floor(height * (1 - share)),
  });
}

/** Puts the picture into a phone's screen: bars of one colour with the time, the battery and the home line. */
async function screenshot(picture: Sharp, random: Random, sides = 0): Promise<Sharp> {
  const [top, bottom] = [60 + Math.floor(random() * 200), 80 + Math.floor(random() * 250)];
  const background = oneOf(random, ["#000", "#fff", "#111", "#efeae2"]);
  const [w, h] = [width + 2 * sides, height + top + bottom];
  const screen = await rendered(
    picture.resize(width, height, { fit: "fill" }).extend({ top, bottom, left: sides, right: sides, background }),
  );
  const grey = '<g font-size="24" fill="#888">';
  return screen.composite([
    {
      input: svg(
        `${grey}<text x="20" y="30">9:41</text><text x="540" y="30">84%</text><rect x="250" y="${h - 20}" width="140" height="8"/></g>`,
        w,
        h,
      ),
    },
  ]);
}

const small = "recompressed (JPEG 20, half the size)";

/** Alterations by which the method and its limits were chosen. */
export const knownAlterations: Record<string, Alter> = {
  "cropped by 5 %": (picture, random) => crop(picture, random, 0.05),
  "cropped by 15 %": (picture, random) => crop(picture, random, 0.15),
  mirrored: (picture) => picture.flop(),
  "with a caption over it": (picture, random) => {
    const y = oneOf(random, [0, height * 0.85]);
    const words = `<rect y="${y}" width="${width}" height="${height * 0.15}"/><text x="20" y="${y + 48}" font-size="40" fill="#fff">LOST please call</text>`;
    return picture.composite([{ input: svg(words) }]);
  },
  "with a caption beside it": async (picture, random) => {
    const edge = oneOf(random, ["top", "bottom"]);
    const words = `<text x="20" y="${edge === "top" ? 50 : height + 50}" font-size="36">Lost in Maadi 010 1234</text>`;
    const extended = await rendered(picture.extend({ [edge]: 80, background: "#fff" }));
    return extended.composite([{ input: svg(words, width, height + 80) }]);
  },
  "as a screenshot": (picture, random) => screenshot(picture, random),
  brighter: (picture) => picture.modulate({ brightness: 1.35 }),
  darker: (picture) => picture.linear(0.6, 0),
  [small]: (picture) => picture.resize(width / 2),
  "turned by 5°": (picture, random) =>
    picture.rotate(oneOf(random, [-5, 5]), { background: oneOf(random, ["#fff", "#000"]) }),
  "turned by 5° and cropped": async (picture, random) =>
    (await rendered(picture.rotate(oneOf(random, [-5, 5])))).extract({ left: 68, top: 53, width: 544, height: 426 }),
};

/** Alterations that were held out until the method was chosen. */
export const heldOutAlterations: Record<string, Alter> = {
  "cropped by 10 %, one side": (picture, random) => {
    const isLeft = random() > 0.5;
    return picture.extract({ left: isLeft ? 64 : 0, top: 0, width: width - 64, height });
  },
  "turned by 3° and cropped by 12 %": async (picture, random) =>
    crop(
      await rendered((await rendered(picture.rotate(oneOf(random, [-3, 3])))).resize(width, height, { fit: "fill" })),
      random,
      0.12,
    ),
  "another tone (gamma, colours)": (picture) => picture.gamma(2.2).modulate({ saturation: 1.6 }),
  "grey, mirrored and cropped": async (picture, random) =>
    crop(await rendered(picture.flop().greyscale()), random, 0.1),
  "a screenshot of a part": async (picture, random) => screenshot(await rendered(crop(picture, random, 0.1)), random),
  "a screenshot with bars all around": (picture, random) => screenshot(picture, random, 24),
  "out of focus": (picture) => picture.blur(2.5),
  "with a frame of 3 %": (picture) => picture.extend({ top: 16, bottom: 16, left: 16, right: 16, background: "#c33" }),
};

/** Alterations that the method is not meant to find; measured, so that nobody is promised more. */
export const hardAlterations: Record<string, Alter> = {
  "with two stickers": (picture) =>
    picture.composite([
      {
        input: svg(
          '<circle cx="520" cy="110" r="70" fill="#ff0"/><rect x="20" y="380" width="200" height="60" fill="#f00"/>',
        ),
      },
    ]),
  "photographed from a screen": async (picture) => {
    const askew = await rendered(
      picture.affine(
        [
          [1, 0.06],
          [0.04, 0.97],
        ],
        { background: "#222" },
      ),
    );
    return askew.extend({ top: 60, bottom: 90, left: 50, right: 40, background: "#222" }).modulate({ brightness: 0.9 });
  },
  "cropped by 40 %": (picture, random) => crop(picture, random, 0.4),
};

/** Alters a picture and compresses it as a messenger does (JPEG). */
export async function alter(picture: Uint8Array, change: Alter, random: Random): Promise<Buffer> {
  const changed = await rendered(await change(sharp(picture), random));
  return changed.jpeg({ quality: change === knownAlterations[small] ? 20 : 75 }).toBuffer();
}
