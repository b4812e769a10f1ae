import type { Color } from "#app/features/catalog/products.rules.ts";
import { getQrPath } from "#app/platform/files/qr-code.server.ts";
import { freshName, paintOf, placed } from "./studio.ts";

const body =
  "M0-262a86 86 0 0 1 86 86v40a272 272 0 1 1-172 0v-40a86 86 0 0 1 86-86Zm0 42a40 40 0 1 0 0 80 40 40 0 0 0 0-80Z";
const heart =
  "M0 178c-86-54-130-99-130-149 0-40 31-70 68-70 25 0 48 12 62 34 14-22 37-34 62-34 37 0 68 30 68 70 0 50-44 95-130 149Z";

/** Engraves a drawing: a dark edge above, a light one below. */
function engraved(mark: string, ink: string): string {
  return `<g transform="translate(0 3)" fill="#fff" color="#fff" opacity=".65">${mark}</g><g fill="${ink}" color="${ink}">${mark}</g>`;
}

const faces = {
  heart: () =>
    `<path d="${heart}" transform="translate(0 -18)"/><g fill="none" stroke="currentColor" stroke-width="17" stroke-linecap="round"><path d="M-84 196Q0 248 84 196M-46 240Q0 268 46 240"/></g>`,
  qr: () => `<path transform="translate(-165 -73)" d="${getQrPath("HTTPS://ALEEF.TEST/T/7K3M9QXR2VHT", 330, "M")}"/>`,
  paw: () =>
    `<g transform="translate(0 76)"><path d="M0-18c52 0 104 60 104 104 0 34-30 42-56 36-32-8-64-8-96 0-26 6-56-2-56-36 0-44 52-104 104-104Z"/><ellipse cx="-112" cy="-18" rx="34" ry="46" transform="rotate(-24 -112 -18)"/><ellipse cx="112" cy="-18" rx="34" ry="46" transform="rotate(24 112 -18)"/><ellipse cx="-46" cy="-86" rx="36" ry="50" transform="rotate(-8 -46 -86)"/><ellipse cx="46" cy="-86" rx="36" ry="50" transform="rotate(8 46 -86)"/></g>`,
};

/** Draws a tag about 545 wide, centred at 0 96, with its split ring. */
export function tag(color: Color, face: keyof typeof faces): string {
  const { light, main, deep } = paintOf(color);
  const id = freshName("tag");
  const isEnamel = ["teal", "coral", "navy", "black"].includes(color);
  const ink = isEnamel ? "#f8f1df" : deep;
  return `<defs>
    <linearGradient id="${id}m" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset=".38" stop-color="${main}"/><stop offset=".52" stop-color="${light}"/><stop offset=".68" stop-color="${main}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
    <linearGradient id="${id}r" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".95"/><stop offset=".5" stop-color="#fff" stop-opacity=".05"/><stop offset="1" stop-color="${deep}" stop-opacity=".9"/></linearGradient>
    <clipPath id="${id}c"><path clip-rule="evenodd" d="${body}"/></clipPath></defs>
  <path d="M40-196a92 92 0 1 0-116-18" fill="none" stroke="url(#steel)" stroke-width="20" stroke-linecap="round"/>
  <path d="${body}" transform="translate(5 9)" fill="${deep}" fill-rule="evenodd"/>
  <path d="${body}" fill="url(#${id}m)" fill-rule="evenodd"/>
  <path d="${body}" fill="#fff" fill-rule="evenodd" filter="url(#brushed)" opacity="${isEnamel ? 0.12 : 0.4}"/>
  <g clip-path="url(#${id}c)">
    <path d="M-420 520 60-330h120L-300 520Z" fill="#fff" opacity=".2"/><path d="M-190 520 290-330h34L-156 520Z" fill="#fff" opacity=".16"/>
    <circle cy="122" r="238" fill="none" stroke="${deep}" stroke-opacity=".35" stroke-width="7"/>
    <circle cy="126" r="238" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="5"/>
  </g>
  <path d="${body}" fill="none" stroke="url(#${id}r)" stroke-width="7"/>
  ${placed(engraved(faces[face](), ink), 0, 36, 1)}
  <path d="M-76-214a92 92 0 0 0 116 18" fill="none" stroke="#dfe6e6" stroke-width="20" stroke-linecap="round"/>`;
}
