import { colorShades } from "#app/features/catalog/product-colors.ts";
import type { Color } from "#app/features/catalog/products.rules.ts";

const side = 1200;

export type Paint = (typeof colorShades)[Color];
export const paintOf = (color: Color): Paint => colorShades[color];

/** SVG filters and gradients shared by all pictures. */
const defs = `
  <filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="26"/></filter>
  <filter id="near" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="9"/></filter>
  <filter id="glow" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="14"/></filter>
  <filter id="brushed" x="0" y="0" width="100%" height="100%">
    <feTurbulence type="fractalNoise" baseFrequency=".9 .006" numOctaves="3" seed="4"/>
    <feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  .9 0 0 0 -.32"/>
    <feComposite in2="SourceGraphic" operator="in"/>
  </filter>
  <filter id="leather" x="0" y="0" width="100%" height="100%">
    <feTurbulence type="fractalNoise" baseFrequency=".09" numOctaves="4" seed="8" result="grain"/>
    <feDiffuseLighting in="grain" surfaceScale="2.2" diffuseConstant="1.05" lighting-color="#fff" result="lit">
      <feDistantLight azimuth="235" elevation="52"/>
    </feDiffuseLighting>
    <feComposite in="lit" in2="SourceGraphic" operator="in"/>
  </filter>
  <filter id="weave" x="0" y="0" width="100%" height="100%">
    <feTurbulence type="turbulence" baseFrequency=".16 .3" numOctaves="2" seed="2" result="grain"/>
    <feDiffuseLighting in="grain" surfaceScale="1.4" diffuseConstant="1.1" lighting-color="#fff" result="lit">
      <feDistantLight azimuth="235" elevation="60"/>
    </feDiffuseLighting>
    <feComposite in="lit" in2="SourceGraphic" operator="in"/>
  </filter>
  <linearGradient id="steel" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#f7fafa"/><stop offset=".4" stop-color="#aeb9ba"/><stop offset=".55" stop-color="#e9efef"/><stop offset="1" stop-color="#75858a"/>
  </linearGradient>`;

/** Returns a complete picture without a background, so that the page can show it in light and dark mode. */
export function picture(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">
  <defs>${defs}</defs>${content}</svg>`;
}

/** Draws the shadow below an object: a wide soft one and a small dark one. */
export function shadow(cx: number, cy: number, rx: number, ry: number, strength = 1): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="#4a3714" opacity="${0.3 * strength}" filter="url(#soft)"/>
    <ellipse cx="${cx}" cy="${cy - ry * 0.2}" rx="${rx * 0.8}" ry="${ry * 0.5}" fill="#33250c" opacity="${0.26 * strength}" filter="url(#near)"/>`;
}

/** Moves, rotates (degrees) and scales a drawing around its origin. */
export function placed(content: string, x: number, y: number, scale = 1, turn = 0): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${content}</g>`;
}

let ids = 0;
export const freshName = (word: string) => `${word}${ids++}`;
