import type { Color } from "#app/features/catalog/products.rules.ts";
import { freshName, paintOf, placed } from "./studio.ts";
import { tag } from "./tag-pictures.ts";

type Material = "leather" | "weave" | "smooth";

/** Draws the front and back half of a ring as high as the strap is wide. */
function band(high: number): { front: string; back: string } {
  const [top, low] = [-high / 2, high / 2];
  const half = (y: number, bulge: number) =>
    `C-430 ${y + bulge}-240 ${y + bulge * 1.5} 0 ${y + bulge * 1.5}S430 ${y + bulge} 430 ${y}`;
  const reverse = (y: number, bulge: number) =>
    `C430 ${y + bulge} 240 ${y + bulge * 1.5} 0 ${y + bulge * 1.5}S-430 ${y + bulge}-430 ${y}`;
  return {
    front: `M-430 ${top}${half(top, 130)}V${low}${reverse(low, 130)}Z`,
    back: `M-430 ${top}${half(top, -130)}V${low}${reverse(low, -130)}Z`,
  };
}

const seam = (y: number, bulge: number) =>
  `M-424 ${y}C-424 ${y + bulge}-240 ${y + bulge * 1.5} 0 ${y + bulge * 1.5}S424 ${y + bulge} 424 ${y}`;

function buckle(high: number, paint: { main: string }): string {
  return `<g><rect x="-70" y="${-high / 2 - 22}" width="140" height="${high + 44}" rx="26" fill="#3c474a" opacity=".4" filter="url(#near)"/>
    <rect x="-66" y="${-high / 2 - 20}" width="132" height="${high + 40}" rx="24" fill="url(#steel)"/>
    <rect x="-42" y="${-high / 2 + 4}" width="84" height="${high - 8}" rx="10" fill="${paint.main}"/>
    <path d="M-66 0h96" stroke="url(#steel)" stroke-width="14" stroke-linecap="round"/></g>`;
}

function clip(high: number): string {
  return `<g><rect x="-92" y="${-high / 2 - 14}" width="184" height="${high + 28}" rx="30" fill="#20282a"/>
    <rect x="-92" y="${-high / 2 - 14}" width="184" height="${(high + 28) / 2}" rx="30" fill="#fff" opacity=".12"/>
    <path d="M-30 ${-high / 2}v${high}M30 ${-high / 2}v${high}" stroke="#000" stroke-opacity=".5" stroke-width="5"/></g>`;
}

/** Draws the electronics of a smart collar with its light ring. */
function brain(): string {
  return `<g><rect x="-128" y="-86" width="256" height="172" rx="64" fill="#0c1514" opacity=".35" filter="url(#near)"/>
    <rect x="-126" y="-88" width="252" height="168" rx="62" fill="#1c2827"/>
    <rect x="-112" y="-76" width="224" height="80" rx="40" fill="#fff" opacity=".1"/>
    <circle r="36" cy="-4" fill="none" stroke="#4cc2b1" stroke-width="9" opacity=".95"/><circle r="10" cy="-4" fill="#7fe9da"/>
    <circle r="52" cy="-4" fill="#4cc2b1" opacity=".28" filter="url(#glow)"/></g>`;
}

export interface CollarStyle {
  color: Color;
  material: Material;
  high?: number;
  closing?: "buckle" | "clip";
  /** Adds reflective threads. */
  reflects?: boolean;
  smart?: boolean;
  tag?: Color;
  bell?: boolean;
}

const bell = `<circle r="62" fill="#b98622"/><circle r="62" fill="url(#bellLight)"/><path d="M-50 8h100" stroke="#7b5710" stroke-width="9"/><circle cy="26" r="12" fill="#6b4b0d"/><path d="M0 26v30" stroke="#6b4b0d" stroke-width="9"/>`;

/** Draws a collar, about 860 wide, centred at 0 0. */
export function collar(look: CollarStyle): string {
  const { color, material, high = 120, closing = "buckle", reflects, smart } = look;
  const paint = paintOf(color);
  const id = freshName("collar");
  const shape = band(high);
  const grain =
    material === "smooth"
      ? ""
      : `<path d="${shape.front}" fill="#fff" filter="url(#${material})" opacity=".42" style="mix-blend-mode:multiply"/>`;
  const thread = reflects ? "#f2f7f6" : "#fff";
  const stitches = [0.36, -0.36]
    .map((place) => {
      const dash = reflects ? "" : 'stroke-dasharray="20 14"';
      return `<path d="${seam(high * place, 130)}" fill="none" stroke="${thread}" stroke-opacity="${reflects ? 0.9 : 0.6}" stroke-width="${reflects ? 9 : 5}" ${dash} stroke-linecap="round"/>`;
    })
    .join("");
  const hanging = look.tag
    ? `${placed(ring, 0, 236 + high / 4)}${placed(tag(look.tag, "heart"), 0, 410 + high / 4, 0.4)}`
    : look.bell
      ? placed(bell, 0, 262 + high / 4)
      : "";
  return `<defs>
      <linearGradient id="${id}f" x1="0" x2="1"><stop offset="0" stop-color="${paint.deep}"/><stop offset=".2" stop-color="${paint.main}"/><stop offset=".42" stop-color="${paint.light}"/><stop offset=".62" stop-color="${paint.main}"/><stop offset="1" stop-color="${paint.deep}"/></linearGradient>
      <linearGradient id="${id}b" x1="0" x2="1"><stop offset="0" stop-color="${paint.deep}"/><stop offset=".5" stop-color="${paint.main}"/><stop offset="1" stop-color="${paint.deep}"/></linearGradient>
      <radialGradient id="bellLight" cx=".35" cy=".3" r=".7"><stop offset="0" stop-color="#fff3c9"/><stop offset=".5" stop-color="#e6bb53" stop-opacity=".6"/><stop offset="1" stop-color="#7b5710" stop-opacity=".2"/></radialGradient>
    </defs>
    <path d="${shape.back}" fill="url(#${id}b)"/><path d="${shape.back}" fill="#000" opacity=".34"/>
    <path d="${shape.front}" fill="url(#${id}f)"/>${grain}
    <path d="${seam(-high / 2 + 4, 130)}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="5"/>
    <path d="${seam(high / 2 - 3, 130)}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="6"/>
    ${stitches}
    ${placed(closing === "buckle" ? buckle(high, paint) : clip(high), 262, 118, 0.94, -24)}
    ${smart ? placed(brain(), -40, 190, 1, 4) : hanging}`;
}

const ring = `<path d="M-34-26v34a34 34 0 0 0 68 0v-34" fill="none" stroke="url(#steel)" stroke-width="16" stroke-linejoin="round"/>`;

/** Draws a straight strap from above, as wide as the picture. */
export function strap(color: Color, high = 150): string {
  const paint = paintOf(color);
  const id = freshName("strap");
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${paint.light}"/><stop offset=".25" stop-color="${paint.main}"/><stop offset="1" stop-color="${paint.deep}"/></linearGradient></defs>
    <rect x="-900" y="${-high / 2 + 22}" width="1800" height="${high}" fill="#33250c" opacity=".35" filter="url(#soft)"/>
    <rect x="-900" y="${-high / 2}" width="1800" height="${high}" fill="url(#${id})"/>
    <rect x="-900" y="${-high / 2}" width="1800" height="${high}" fill="#fff" filter="url(#weave)" opacity=".34" style="mix-blend-mode:multiply"/>
    <path d="M-900 ${-high * 0.34}h1800M-900 ${high * 0.34}h1800" stroke="#fff" stroke-opacity=".6" stroke-width="6" stroke-dasharray="22 15" stroke-linecap="round"/>`;
}
