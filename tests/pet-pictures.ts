/** Pictures of made-up pets for measuring how pictures are compared: drawn from a seed, with light, fur and noise of a photo. */
import sharp from "sharp";

export type Random = () => number;

/** Returns a generator of numbers from 0 to 1 (mulberry32), the same for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Colour = readonly [number, number, number];

/** Smooth noise of several octaves between 0 and 1. */
function createNoise(random: Random, cells: number) {
  const size = 64;
  const grid = Float32Array.from({ length: size * size }, random);
  const smooth = (t: number) => t * t * (3 - 2 * t);
  const once = (x: number, y: number) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [dx, dy] = [smooth(x - column), smooth(y - row)];
    const at = (c: number, r: number) => grid[(r & (size - 1)) * size + (c & (size - 1))]!;
    const top = at(column, row) * (1 - dx) + at(column + 1, row) * dx;
    return top * (1 - dy) + (at(column, row + 1) * (1 - dx) + at(column + 1, row + 1) * dx) * dy;
  };
  return (x: number, y: number) =>
    [1, 2, 4, 8].reduce((sum, octave) => sum + once(x * cells * octave, y * cells * octave) / octave, 0) / 1.875;
}

/** Where a made-up photo was taken, and the animal in it. */
export interface Scene {
  place: number;
  animal: number;
  pose: number;
}

const width = 640;
const height = 480;

/** Draws the photo of a scene (PNG); the same numbers give the same place, animal and pose. */
export function drawPet({ place, animal, pose }: Scene): Promise<Buffer> {
  const pixels = new Uint8ClampedArray(width * height * 3);
  const ofPlace = createRandom(place * 7919 + 1);
  const ofAnimal = createRandom(animal * 104_729 + 2);
  const ofPose = createRandom(pose * 15_485_863 + place * 31 + animal + 3);
  const colour = (random: Random): Colour => {
    const base = 30 + random() * 195;
    return [base + random() * 50 - 15, base + random() * 30 - 15, base + random() * 50 - 35];
  };
  const [far, near] = [colour(ofPlace), colour(ofPlace)];
  const horizon = 0.25 + ofPlace() * 0.45;
  const things = Array.from({ length: 2 + Math.floor(ofPlace() * 5) }, () => ({
    x: ofPlace(),
    y: ofPlace() * 0.8,
    w: 0.05 + ofPlace() * 0.3,
    h: 0.05 + ofPlace() * 0.4,
    isRound: ofPlace() > 0.6,
    colour: colour(ofPlace),
  }));
  const ground = createNoise(ofPlace, 2 + ofPlace() * 8);
  const grain = 20 + ofPlace() * 60;
  const [coat, patch] = [colour(ofAnimal), colour(ofAnimal)];
  const fur = createNoise(ofAnimal, 6 + ofAnimal() * 10);
  const marks = createNoise(ofAnimal, 2 + ofAnimal() * 3);
  const shareOfPatches = 0.35 + ofAnimal() * 0.3;
  const build = {
    length: 0.16 + ofAnimal() * 0.12,
    height: 0.1 + ofAnimal() * 0.08,
    ear: ofAnimal(),
    leg: 0.1 + ofAnimal() * 0.1,
  };
  const scale = 0.8 + ofPose() * 0.8;
  const centre = { x: 0.3 + ofPose() * 0.4, y: 0.4 + ofPose() * 0.3 };
  const side = ofPose() > 0.5 ? 1 : -1;
  const head = { x: side * (0.14 + ofPose() * 0.08), y: -0.14 + ofPose() * 0.12, r: 0.08 + ofAnimal() * 0.04 };
  const light = { angle: ofPose() * 6.28, depth: 0.15 + ofPose() * 0.3 };
  const inEllipse = (x: number, y: number, rx: number, ry: number) => (x / rx) ** 2 + (y / ry) ** 2 < 1;
  const isAnimal = (x: number, y: number) => {
    if (inEllipse(x, y, build.length, build.height)) return "body";
    if (inEllipse(x - head.x, y - head.y, head.r, head.r * 1.05)) {
      for (const eye of [-0.4, 0.4])
        if (inEllipse(x - head.x - head.r * eye, y - head.y + head.r * 0.15, head.r * 0.15, head.r * 0.18))
          return "eye";
      return inEllipse(x - head.x, y - head.y - head.r * 0.45, head.r * 0.2, head.r * 0.14) ? "eye" : "head";
    }
    for (const ear of [-1, 1])
      if (
        inEllipse(
          x - head.x - ear * head.r * 0.75,
          y - head.y + head.r * (0.6 + build.ear * 0.5),
          head.r * 0.3,
          head.r * (0.4 + build.ear * 0.4),
        )
      )
        return "patch";
    for (const leg of [-0.75, -0.45, 0.45, 0.75])
      if (Math.abs(x - leg * build.length) < 0.018 && y > 0 && y < build.height + build.leg) return "body";
    return null;
  };
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [x, y] = [column / width, row / height];
      let base: Colour = y < horizon ? far : near;
      for (const one of things) {
        const [dx, dy] = [x - one.x, y - one.y];
        const isIn = one.isRound
          ? inEllipse(dx, dy, one.w / 2, one.h / 2)
          : Math.abs(dx) < one.w / 2 && Math.abs(dy) < one.h / 2;
        if (isIn) base = one.colour;
      }
      let shade = (ground(x, y * (y < horizon ? 0.5 : 1.4)) - 0.5) * grain * (y < horizon ? 0.5 : 1.2);
      const [ax, ay] = [((x - centre.x) * (width / height)) / scale, (y - centre.y) / scale];
      const part = isAnimal(ax, ay);
      if (part) {
        base =
          part === "eye"
            ? [18, 16, 20]
            : part === "patch" || marks(ax + 3, ay + 3) > shareOfPatches + 0.15
              ? patch
              : coat;
        shade = (fur(ax * 3 + 5, ay * 3 + 5) - 0.5) * 60 - ay * 150;
      }
      shade += 60 * light.depth * ((x - 0.5) * Math.cos(light.angle) + (y - 0.5) * Math.sin(light.angle));
      for (let channel = 0; channel < 3; channel++)
        pixels[(row * width + column) * 3 + channel] = base[channel as 0 | 1 | 2] + shade + (ofPose() - 0.5) * 12;
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(0.6)
    .png({ compressionLevel: 1 })
    .toBuffer();
}
