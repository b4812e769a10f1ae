import type { Color } from "#app/features/catalog/products.rules.ts";
import { placed } from "./studio.ts";
import { tag } from "./tag-pictures.ts";

/** Colours of a drawn animal. */
interface Coat {
  main: string;
  dark: string;
  light: string;
}

const coats = {
  orange: { main: "#e8934a", dark: "#c06a22", light: "#fff3e0" },
  golden: { main: "#dfa24a", dark: "#b87a2c", light: "#f7dcae" },
  husky: { main: "#868f99", dark: "#59626c", light: "#f4f2ee" },
  white: { main: "#f7f2ea", dark: "#dccfbd", light: "#ffffff" },
  brown: { main: "#95592f", dark: "#643a1c", light: "#f4e6d4" },
  grey: { main: "#8b95a0", dark: "#5d6873", light: "#e9edf0" },
  black: { main: "#3f3d44", dark: "#27262b", light: "#e8dfd2" },
  cream: { main: "#ecdabb", dark: "#c7a676", light: "#fbf3e4" },
} satisfies Record<string, Coat>;

const line = (path: string, paint: string, width: number, more = "") =>
  `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

const ground = (x: number, y: number, rx: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${rx * 0.13}" fill="#1d2a29" opacity=".22"/>`;

/** A head of about 120 × 130 around (100, 95). `ears` hang, fold or stand; `mask` is the pale face of a husky. */
function dogHead({ main, dark, light }: Coat, ears: "hanging" | "folded" | "standing", mask = false): string {
  const shapes = {
    hanging: `<path d="M62 56C44 44 25 54 21 82c-3 22 3 46 17 47 13 1 20-20 27-38Zm76 0c18-12 37-2 41 26 3 22-3 46-17 47-13 1-20-20-27-38Z" fill="${dark}"/>`,
    folded: `<path d="M54 78C46 54 46 28 60 27c13-1 24 12 31 24Zm92 0c8-24 8-50-6-51-13-1-24 12-31 24Z" fill="${dark}"/>`,
    standing: `<path d="M50 84 46 14c0-6 7-8 11-3l36 36Zm100 0 4-70c0-6-7-8-11-3l-36 36Z" fill="${dark}"/><path d="m58 60-3-30 18 22Zm84 0 3-30-18 22Z" fill="#e8b3a6"/>`,
  };
  const skull = `<path d="M100 32c36 0 51 23 52 54 1 16 2 22 2 28 0 28-24 46-54 46s-54-18-54-46c0-6 1-12 2-28 1-31 16-54 52-54Z" fill="${main}"/>`;
  const face = mask
    ? `<path d="M100 62c8-12 34-14 42 6 6 16 6 60-8 76-10 10-24 14-34 14s-24-4-34-14c-14-16-14-60-8-76 8-20 34-18 42-6Z" fill="${light}"/>`
    : `<path d="M100 34c7 0 9 12 10 28 1 18 30 22 30 54 0 28-20 44-40 44s-40-16-40-44c0-32 29-36 30-54 1-16 3-28 10-28Z" fill="${light}"/>`;
  const eye = mask ? "#2f6fa8" : "#2b1c14";
  return `${ears === "hanging" ? "" : shapes[ears]}${skull}${ears === "hanging" ? shapes.hanging : ""}${face}
    <g fill="${eye}"><circle cx="76" cy="90" r="8"/><circle cx="124" cy="90" r="8"/></g>
    <path d="M84 112c0-8 7-11 16-11s16 3 16 11-9 15-16 15-16-7-16-15Z" fill="#2b1c14"/>
    <path d="M91 141c0 11 3 17 9 17s9-6 9-17c-5 3-13 3-18 0Z" fill="#ea7f78"/>
    ${line("M100 126v10m0 0c-5 8-17 9-24 2m24-2c5 8 17 9 24 2", "#2b1c14", 3.6)}
    <g fill="#fff"><circle cx="79" cy="87" r="2.7"/><circle cx="127" cy="87" r="2.7"/><ellipse cx="95" cy="107" rx="5" ry="2.2" opacity=".55"/></g>`;
}

function catHead({ main, dark, light }: Coat, eyes: string, isStriped: boolean): string {
  return `<path d="M43 96 38 32c0-6 6-9 11-5l43 33Zm114 0 5-64c0-6-6-9-11-5l-43 33Z" fill="${dark}"/>
    <path d="m51 76-3-32c0-3 3-5 6-3l24 20Zm98 0 3-32c0-3-3-5-6-3l-24 20Z" fill="#f0a9a0"/>
    <path d="M100 48c38 0 60 24 60 58 0 32-26 52-60 52s-60-20-60-52c0-34 22-58 60-58Z" fill="${main}"/>
    ${isStriped ? `<path d="M96 49h8l-2 27c0 2-4 2-4 0Zm-20 4 8-3 3 22c0 2-4 3-5 1Zm48 0-8-3-3 22c0 2 4 3 5 1ZM41 112l20 3c2 0 2 4 0 4l-19 2Zm118 0-20 3c-2 0-2 4 0 4l19 2Z" fill="${dark}"/>` : ""}
    <path d="M100 118c12 0 26 5 26 19 0 13-12 21-26 21s-26-8-26-21c0-14 14-19 26-19Z" fill="${light}"/>
    <path d="M59 104c4-12 24-12 30 2-3 10-26 12-30-2Zm82 0c-4-12-24-12-30 2 3 10 26 12 30-2Z" fill="${eyes}"/>
    <g fill="#1d2322"><ellipse cx="75" cy="104" rx="5" ry="8"/><ellipse cx="125" cy="104" rx="5" ry="8"/></g>
    <path d="M91 122c4-2 14-2 18 0 2 1-5 9-9 9s-11-8-9-9Z" fill="#e58b83"/>
    ${line("M100 131v5m0 0c-4 7-13 8-18 3m18-3c4 7 13 8 18 3", "#2c2a2c", 3.2)}
    ${line("m66 132-34-5m34 13-32 6m100-14 34-5m-34 13 32 6", "#ffffff", 2.2, 'opacity=".75"')}
    <g fill="#fff"><circle cx="77" cy="100" r="2.2"/><circle cx="127" cy="100" r="2.2"/></g>`;
}

const collar = (paint: string) => `<path d="M58 148c14 18 70 18 84 0l4 13c-16 22-76 22-92 0Z" fill="${paint}"/>`;

/** Sits and looks at the camera; 250 high, on y = 300. */
function sitting(coat: Coat, head: string, { band = "", isCat = false, worn = "" } = {}): string {
  const { main, dark, light } = coat;
  const tail = isCat ? line("M146 288c44 6 62-28 44-66", dark, 17) : line("M160 280c34-4 46-40 30-66", main, 20);
  const width = isCat ? 0.9 : 1;
  return `${ground(104, 302, 100)}${tail}<g transform="translate(${100 - 100 * width} 0) scale(${width} 1)">
    <path d="M60 140c-26 34-38 86-34 142 0 10 8 18 18 18h112c10 0 18-8 18-18 4-56-8-108-34-142Z" fill="${main}"/>
    <path d="M30 262c0-34 22-52 38-44 14 8 16 60 8 82H44c-10 0-14-14-14-38Zm140 0c0-34-22-52-38-44-14 8-16 60-8 82h32c10 0 14-14 14-38Z" fill="${dark}" opacity=".35"/>
    <ellipse cx="100" cy="186" rx="33" ry="52" fill="${light}"/>
    <rect x="71" y="204" width="27" height="90" rx="13" fill="${main}"/><rect x="102" y="204" width="27" height="90" rx="13" fill="${main}"/>
    ${line("M100 232v54", dark, 3, 'opacity=".5"')}
    <ellipse cx="83" cy="292" rx="19" ry="11" fill="${light}"/><ellipse cx="117" cy="292" rx="19" ry="11" fill="${light}"/></g>
    ${band && collar(band)}${head}${worn}`;
}

/** A tag of `width` units below the middle of a collar. A dog's head of 104 units is about 13 cm wide. */
const hanging = (metal: Color, width: number) => placed(tag(metal, "heart"), 100, 164 + width * 0.48, width / 545);

/** Walks to the left and looks at the camera; on y = 300. */
function walking({ main, dark, light }: Coat, head: string): string {
  const leg = (x: number, lean: number, paint: string) =>
    `${line(`M${x} 210c${lean / 2} 30 ${lean} 50 ${lean} 76`, paint, 26)}<ellipse cx="${x + lean - 6}" cy="292" rx="19" ry="10" fill="${light}"/>`;
  return `${ground(190, 302, 150)}${line("M306 176c34-14 40-50 22-74", dark, 20)}
    ${leg(292, 22, dark)}${leg(150, -24, dark)}
    <path d="M70 150c40-26 170-30 222-6 30 14 34 70 10 92-30 24-190 26-220 4-24-18-34-72-12-90Z" fill="${main}"/>
    ${leg(270, -18, main)}${leg(112, 16, main)}
    <g transform="translate(-22 -8) rotate(-4 100 95)">${head}</g>`;
}

/** Lies with its paws tucked in; on y = 300. */
function lying({ main, dark, light }: Coat, head: string): string {
  return `${ground(180, 302, 160)}${line("M300 276c50 10 60-36 20-40-60-6-90 40-150 44", dark, 22)}
    <path d="M60 220c10-50 90-78 160-72 80 8 118 60 112 120-4 26-30 32-60 32H92c-40 0-42-44-32-80Z" fill="${main}"/>
    <path d="M96 268c20-20 84-20 96 4 8 16-10 28-30 28h-44c-26 0-36-18-22-32Z" fill="${light}"/>
    <g transform="translate(2 62) rotate(-3 100 95)">${head}</g>`;
}

const cockatiel = `${line("M-40 290h400", "#8a5a34", 20)}${line("M300 290c20-30 40-40 70-44", "#8a5a34", 12)}
  <path d="M210 190c34 50 50 110 40 170-24-10-60-70-66-130Z" fill="#626c77"/>
  <path d="M150 92c52 0 86 34 92 92 6 66-24 112-72 112-52 0-88-40-88-98 0-62 24-106 68-106Z" fill="#98a1ab"/>
  <path d="M196 158c36 8 56 52 48 110-38-6-70-42-76-86Z" fill="#6d7782"/><path d="M196 168c12 22 20 46 22 70" stroke="#fff" stroke-width="14" stroke-linecap="round" fill="none" opacity=".85"/>
  <path d="M146 60c-6-28-26-48-50-50 8 12 10 22 8 30-12-8-24-8-34-2 24 8 34 22 40 40Z" fill="#f0c62f"/>
  <circle cx="134" cy="104" r="56" fill="#f5d34c"/><circle cx="150" cy="118" r="19" fill="#ee8a3c"/>
  <circle cx="122" cy="94" r="9" fill="#22201f"/><circle cx="125" cy="91" r="3" fill="#fff"/>
  <path d="M88 98c-16 2-24 14-22 28 4 10 12 10 16 4 4 4 12 2 14-4 4-12 0-24-8-28Z" fill="#cfc6ba"/>
  ${line("M146 294v-10m26 10v-10", "#c98d6a", 9)}`;

const tortoise = `${ground(190, 302, 190)}
  <path d="M46 236c-38-14-62 6-58 30 4 20 34 26 66 20Z" fill="#8da25c"/><circle cx="4" cy="258" r="6" fill="#20251a"/><circle cx="6" cy="256" r="2" fill="#fff"/>${line("M-10 276c8 5 18 5 26 1", "#55653a", 4)}
  <path d="M84 262h52v30c0 12-52 12-52 0Zm164 0h52v30c0 12-52 12-52 0Z" fill="#7c9150"/><path d="M334 262c22 0 34 8 42 20-16 4-30 0-42-4Z" fill="#7c9150"/>
  <path d="M40 262c0-96 62-164 152-164s150 66 150 164c-60 18-242 18-302 0Z" fill="#8a6a3c"/>
  <g fill="#b08a4e" stroke="#5f4522" stroke-width="7" stroke-linejoin="round"><path d="m150 124 42-12 42 12 14 52-56 22-56-22Z"/><path d="m140 180 50 24v60l-76 2-18-54Z"/><path d="m244 180-50 24v60l76 2 18-54Z"/><path d="m84 206 14 54-42-6c0-20 8-40 14-54Z"/><path d="m300 206-14 54 42-6c0-20-8-40-14-54Z"/></g>
  <path d="M34 262c60 16 256 16 314 0 6 14 0 18-12 20-80 12-216 12-292 0-10-2-14-8-10-20Z" fill="#6e5330"/>`;

interface Scene {
  sky: [string, string];
  /** What stands behind the animal, in 1200 × 1200. */
  behind: string;
  floor: string;
}

const bush = (x: number, y: number, size: number, paint: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="${paint}"><circle r="70"/><circle cx="70" cy="20" r="56"/><circle cx="-66" cy="26" r="52"/></g>`;
const palm = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})">${line("M0 0c14-120 6-240-6-330", "#7a5a38", 26)}${["M-6-330c-60-60-140-60-190-10", "M-6-330c-40-100-110-120-170-110", "M-6-330c10-110 70-150 140-140", "M-6-330c50-80 140-80 190-30", "M-6-330c70-20 120 20 140 70", "M-6-330c-70-20-120 20-140 70"].map((leaf) => line(leaf, "#3f7d55", 30)).join("")}</g>`;
const houses = (paint: string, windows: string) =>
  [
    [0, 250, 260],
    [280, 150, 220],
    [520, 300, 300],
    [840, 190, 200],
    [1060, 280, 180],
  ]
    .map(
      ([x = 0, y = 0, width = 0]) =>
        `<rect x="${x}" y="${y}" width="${width}" height="700" fill="${paint}"/>${[0, 1, 2, 3].map((row) => [0, 1].map((column) => `<rect x="${x + width * (0.18 + column * 0.42)}" y="${y + 60 + row * 130}" width="${width * 0.22}" height="74" rx="8" fill="${windows}"/>`).join("")).join("")}`,
    )
    .join("");

const scenes = {
  street: {
    sky: ["#fbe3bd", "#f3c58c"],
    behind: `<circle cx="930" cy="170" r="90" fill="#fff4d8"/>${houses("#dfae7a", "#b97f4d")}`,
    floor: `<rect y="860" width="1200" height="340" fill="#c9a27a"/><path d="M0 860h1200v26H0Z" fill="#a98059"/>`,
  },
  garden: {
    sky: ["#d9efe6", "#a9d8c5"],
    behind: `${bush(120, 640, 2.4, "#5f9f6d")}${bush(560, 600, 2.8, "#4f8f60")}${bush(1040, 650, 2.6, "#5f9f6d")}<g fill="#f2a5a0"><circle cx="190" cy="560" r="16"/><circle cx="90" cy="650" r="14"/><circle cx="1010" cy="570" r="16"/><circle cx="1120" cy="650" r="14"/></g>`,
    floor: `<rect y="820" width="1200" height="380" fill="#84b96b"/><path d="M0 820q150-26 300 0t300 0 300 0 300 0v40H0Z" fill="#6fa75a"/>`,
  },
  nile: {
    sky: ["#fde6cf", "#f7b58e"],
    behind: `<circle cx="300" cy="360" r="110" fill="#fff0d0"/><path d="M0 520h1200v360H0Z" fill="#6fb0bd"/><path d="M0 560h1200M0 640h1200M0 740h1200" stroke="#fff" stroke-opacity=".35" stroke-width="8" stroke-dasharray="160 90"/><path d="M0 470h1200v40H0Zm140 40q150 120 300 0h60q150 120 300 0h60q150 120 300 0" fill="#8c6f5c"/><path d="M760 700l150-330 20 330Z" fill="#fff8ea"/><path d="M700 716h300l-40 50H750Z" fill="#7a4d33"/>${palm(1110, 880, 1.15)}`,
    floor: `<rect y="860" width="1200" height="340" fill="#d8bd95"/><path d="M0 860h1200v34H0Z" fill="#b8976b"/>`,
  },
  doorway: {
    sky: ["#e9e4dc", "#cfc6ba"],
    behind: `<path d="M320 880V300a280 280 0 0 1 560 0v580Z" fill="#17695f"/><path d="M380 880V320a220 220 0 0 1 440 0v560Z" fill="#1f837a"/><path d="M600 100v780" stroke="#17695f" stroke-width="12"/><circle cx="640" cy="560" r="20" fill="#e9b949"/>${bush(120, 760, 1.3, "#5f9f6d")}<path d="M40 790h170l-24 100H64Z" fill="#c4673f"/>`,
    floor: `<rect y="860" width="1200" height="340" fill="#b9ab98"/><path d="M0 1010h1200M150 860 60 1200M450 860l-40 340M750 860l40 340M1050 860l90 340" stroke="#a09180" stroke-width="8"/>`,
  },
  balcony: {
    sky: ["#cfe6f7", "#9cc8ea"],
    behind: `<g fill="#fff" opacity=".8"><ellipse cx="250" cy="240" rx="150" ry="44"/><ellipse cx="900" cy="160" rx="180" ry="50"/></g>${palm(170, 860, 1.1)}<path d="M0 520h1200v36H0Z" fill="#34423f"/>${Array.from({ length: 15 }, (_, at) => `<path d="M${40 + at * 80} 540v330" stroke="#34423f" stroke-width="14"/>`).join("")}`,
    floor: `<rect y="860" width="1200" height="340" fill="#d6a682"/><path d="M0 1000h1200M200 860l-60 340M500 860l-20 340M800 860l20 340M1080 860l60 340" stroke="#bd8a65" stroke-width="8"/>`,
  },
  window: {
    sky: ["#dff1fb", "#b5ddf2"],
    behind: `${bush(200, 1020, 2.4, "#78b184")}${bush(800, 1040, 3, "#5f9f6d")}<path d="M0 0h1200v1200H0Z" fill="none" stroke="#f3e9da" stroke-width="120"/><path d="M600 0v420" stroke="#f3e9da" stroke-width="40"/><path d="M0 0h250c0 260-60 460-250 560Zm1200 0H950c0 260 60 460 250 560Z" fill="#e58b6d"/>`,
    floor: "",
  },
  road: {
    sky: ["#dcecf2", "#b7d6df"],
    behind: `${palm(180, 820, 1.2)}${palm(1020, 800, 1)}<path d="M0 700h1200v160H0Z" fill="#e8ddc8"/>${bush(560, 790, 1.6, "#7fae6a")}`,
    floor: `<rect y="840" width="1200" height="360" fill="#7b8285"/><path d="M0 840h1200v30H0Z" fill="#d9d2c4"/><path d="M40 1080h200M500 1080h200M960 1080h200" stroke="#f4efe2" stroke-width="22"/>`,
  },
} satisfies Record<string, Scene>;

/** Draws an animal of about 300 units on the floor of a scene. `x` is its middle in its own units. */
function snapshot(place: keyof typeof scenes, animal: string, { size = 2.95, x = 100, y = 1100 } = {}): string {
  const { sky, behind, floor } = scenes[place];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1200" width="1200" height="1200">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient>
    <radialGradient id="edge" r=".75"><stop offset=".62" stop-color="#1d1206" stop-opacity="0"/><stop offset="1" stop-color="#1d1206" stop-opacity=".3"/></radialGradient></defs>
    <rect width="1200" height="1200" fill="url(#sky)"/>${behind}${floor}
    ${placed(animal, 600 - x * size, y - 300 * size, size)}<rect width="1200" height="1200" fill="url(#edge)"/></svg>`;
}

/** Pictures of animals by name: of the demo's reports, each in a place and pose of its own, and with a tag to scale. */
export const animalPictures: Record<string, string> = {
  "report-mishmish": snapshot(
    "balcony",
    sitting(coats.orange, catHead(coats.orange, "#dcec9a", true), { isCat: true }),
  ),
  "report-simba": snapshot("street", sitting(coats.golden, dogHead(coats.golden, "folded"), { band: "#2560a8" })),
  "report-husky": snapshot("garden", sitting(coats.husky, dogHead(coats.husky, "standing", true))),
  "report-white-cat": snapshot("doorway", lying(coats.white, catHead(coats.white, "#9ccbe6", false)), {
    x: 170,
    size: 2.7,
  }),
  "report-brown-dog": snapshot("nile", walking(coats.brown, dogHead(coats.brown, "hanging")), { x: 170, size: 2.7 }),
  "report-cockatiel": snapshot("window", cockatiel, { x: 165, size: 3.1, y: 1040 }),
  "report-tortoise": snapshot("road", tortoise, { x: 180, size: 2.5 }),
  "report-bella": snapshot("road", sitting(coats.cream, dogHead(coats.cream, "hanging"), { band: "#c2452f" })),
  "report-simsim": snapshot("garden", lying(coats.grey, catHead(coats.grey, "#ffd98a", true)), { x: 170, size: 2.7 }),
  "report-max": snapshot("street", walking(coats.black, dogHead(coats.black, "folded")), { x: 170, size: 2.7 }),
  "classic-on-dog": snapshot(
    "garden",
    sitting(coats.golden, dogHead(coats.golden, "folded"), { band: "#0e6b64", worn: hanging("silver", 30) }),
    { size: 5.2, y: 1570 },
  ),
  "gold-on-cat": snapshot(
    "balcony",
    sitting(coats.orange, catHead(coats.orange, "#dcec9a", true), {
      band: "#223a66",
      isCat: true,
      worn: hanging("gold", 30),
    }),
    { size: 5.2, y: 1570 },
  ),
};
