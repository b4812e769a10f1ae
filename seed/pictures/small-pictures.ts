import type { Color } from "#app/features/catalog/products.rules.ts";
import { getQrPath } from "#app/platform/files/qr-code.server.ts";
import { freshName, paintOf, placed, shadow } from "./studio.ts";
import { tag } from "./tag-pictures.ts";

/** Draws a rope along a path: dark edge, body, highlight. */
function cord(path: string, color: Color, width: number): string {
  const { light, main, deep } = paintOf(color);
  const stroke = (paint: string, wide: number, more = "") =>
    `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${wide}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
  return [
    stroke("#33250c", width, 'opacity=".3" filter="url(#near)" transform="translate(4 20)"'),
    stroke(deep, width),
    stroke(main, width * 0.84),
    stroke(light, width * 0.3, 'opacity=".45" transform="translate(-4 -7)"'),
    stroke("#fff", width * 0.07, 'stroke-opacity=".55" stroke-dasharray="20 15"'),
  ].join("");
}

const carabiner = `<path d="M0-96c-46 0-70 36-70 80v92a70 70 0 0 0 140 0V30" fill="none" stroke="url(#steel)" stroke-width="28" stroke-linecap="round"/><path d="M70 40V-30" stroke="#8b989b" stroke-width="20" stroke-linecap="round"/><circle cy="-112" r="32" fill="url(#steel)"/><circle cy="-112" r="13" fill="#5d6b6e"/>`;

/** Draws a coiled leash with its clip and handle. */
export function leash(color: Color): string {
  const coils =
    "M330 230C520 470 730 520 830 430S840 190 640 200 300 330 350 560 640 870 830 800 920 590 760 560 420 640 470 820 690 1010 860 960";
  const loop = "M330 230C210 80 380 40 430 150S420 330 330 230";
  return cord(loop, color, 46) + cord(coils, color, 52) + placed(carabiner, 905, 990, 0.95, -52);
}

/** Draws a silicone ring that keeps tags from clinking. */
function hoop(color: Color): string {
  const { light, main, deep } = paintOf(color);
  return `<circle r="150" cy="14" fill="none" stroke="#33250c" stroke-width="62" opacity=".28" filter="url(#near)"/>
    <circle r="150" fill="none" stroke="${deep}" stroke-width="64"/><circle r="150" cx="-3" cy="-4" fill="none" stroke="${main}" stroke-width="54"/>
    <path d="M-146-34A150 150 0 0 1 34-146" fill="none" stroke="${light}" stroke-width="20" stroke-linecap="round"/><path d="M-138-58A150 150 0 0 1-20-149" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="8" stroke-linecap="round"/>`;
}

export const hoops = (colors: readonly [Color, Color, Color]): string =>
  placed(hoop(colors[0]), 410, 420) + placed(hoop(colors[1]), 800, 520) + placed(hoop(colors[2]), 520, 800);

/** Draws a tag with a silicone ring. */
export const quietTag = (metal: Color, color: Color): string => {
  const { light, main, deep } = paintOf(color);
  return `${shadow(600, 960, 300, 40)}${placed(tag(metal, "heart"), 600, 540, 1.05)}<g transform="translate(600 669)"><circle r="289" fill="none" stroke="${deep}" stroke-width="46"/><circle r="290" fill="none" stroke="${main}" stroke-width="36"/><path d="M-272-100A290 290 0 0 1 80-279" fill="none" stroke="${light}" stroke-width="12" stroke-linecap="round"/></g>`;
};

function sticker(color: Color, number: number): string {
  const { main, deep } = paintOf(color);
  return `<rect x="-168" y="-190" width="336" height="390" rx="54" fill="#33250c" opacity=".25" filter="url(#near)" transform="translate(0 10)"/>
    <rect x="-168" y="-194" width="336" height="390" rx="54" fill="#fff"/><rect x="-154" y="-180" width="308" height="362" rx="44" fill="${main}"/>
    <rect x="-124" y="-150" width="248" height="248" rx="26" fill="#fff"/><path d="${getQrPath(`HTTPS://ALEEF.TEST/T/STICKER${number}`, 264, "M")}" transform="translate(-132 -158)" fill="${deep}"/>
    <path d="M0 168c-20-13-31-23-31-35a16 16 0 0 1 31-7 16 16 0 0 1 31 7c0 12-11 22-31 35Z" fill="#fff"/>`;
}

export const stickers = (colors: readonly Color[]): string =>
  colors
    .map((color, place) =>
      placed(
        sticker(color, place),
        350 + (place % 2) * 480,
        370 + Math.floor(place / 2) * 470,
        1,
        [-7, 5, 4, -6][place] ?? 0,
      ),
    )
    .join("");

/** Draws a folding bowl; `open` from 0 (flat) to 1. */
export function bowl(color: Color, open: number): string {
  const { light, main, deep } = paintOf(color);
  const id = freshName("bowl");
  const high = 90 + 250 * open;
  const top = 660 - high * 0.6;
  const rings = [0.25, 0.5, 0.75].map((part) => {
    const half = 380 - 96 * part;
    return `<path d="M${600 - half} ${top + high * part}a${half} ${half * 0.26} 0 0 0 ${half * 2} 0" fill="none" stroke="${deep}" stroke-opacity=".45" stroke-width="9"/><path d="M${600 - half} ${top + high * part + 9}a${half} ${half * 0.26} 0 0 0 ${half * 2} 0" fill="none" stroke="${light}" stroke-opacity=".55" stroke-width="5"/>`;
  });
  return `<defs><linearGradient id="${id}" x1="0" x2="1"><stop offset="0" stop-color="${deep}"/><stop offset=".3" stop-color="${main}"/><stop offset=".45" stop-color="${light}"/><stop offset=".65" stop-color="${main}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
    <radialGradient id="${id}w" cx=".4" cy=".25" r=".8"><stop offset="0" stop-color="#eefaff"/><stop offset=".6" stop-color="#9fd0e3"/><stop offset="1" stop-color="#5f9fbb"/></radialGradient></defs>
    ${shadow(600, top + high + 76, 380, 56)}
    <path d="M220 ${top}L316 ${top + high}a284 74 0 0 0 568 0L980 ${top}Z" fill="url(#${id})"/>${rings.join("")}
    <ellipse cx="600" cy="${top}" rx="392" ry="106" fill="${deep}"/><ellipse cx="600" cy="${top - 5}" rx="392" ry="104" fill="${main}"/><ellipse cx="600" cy="${top}" rx="350" ry="86" fill="${deep}"/>
    <ellipse cx="600" cy="${top + 12}" rx="336" ry="74" fill="url(#${id}w)"/><path d="M330 ${top - 8}a300 60 0 0 1 240-56" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="9" stroke-linecap="round"/>`;
}

/** Draws a case that slides onto a collar and holds a tag. */
export function slideCase(color: Color): string {
  const { light, main, deep } = paintOf(color);
  const id = freshName("case");
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".45" stop-color="${main}"/><stop offset="1" stop-color="${deep}"/></linearGradient></defs>
    <rect x="-290" y="-250" width="580" height="520" rx="190" fill="#33250c" opacity=".4" filter="url(#soft)" transform="translate(8 34)"/>
    <rect x="-290" y="-260" width="580" height="520" rx="190" fill="url(#${id})"/><rect x="-262" y="-234" width="524" height="468" rx="168" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="7"/>
    <circle r="196" fill="${deep}"/><g clip-path="url(#${id}c)">${placed(tag("silver", "heart"), 0, -84, 0.68)}</g><clipPath id="${id}c"><circle r="186"/></clipPath>
    <path d="M-232-96A250 250 0 0 1 40-222" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="12" stroke-linecap="round"/>`;
}
