import type { Color } from "#app/features/catalog/products.rules.ts";
import { type CollarStyle, collar, strap } from "./collar-pictures.ts";
import { bowl, hoops, leash, quietTag, slideCase, stickers } from "./small-pictures.ts";
import { picture, placed, shadow } from "./studio.ts";
import { tag } from "./tag-pictures.ts";

const medal = (color: Color, face: "heart" | "qr" | "paw", turn = 0) =>
  picture(shadow(600, 985, 290, 40) + placed(tag(color, face), 600, 550, 1.12, turn));

const pair = (one: Color, other: Color) =>
  picture(
    shadow(430, 930, 240, 36) +
      shadow(800, 960, 240, 36) +
      placed(tag(one, "heart"), 420, 520, 0.86, -7) +
      placed(tag(other, "qr"), 790, 590, 0.86, 8),
  );

const worn = (metal: Color, band: Color) =>
  picture(placed(strap(band), 600, 330, 1, -8) + placed(tag(metal, "heart"), 600, 640, 0.95, 3));

const ring = (look: CollarStyle, size = 1.08) =>
  picture(shadow(600, look.tag || look.bell ? 850 : 800, 440, 60) + placed(collar(look), 600, 500, size, -3));

const leather = (color: Color, more: Partial<CollarStyle> = {}) => ring({ color, material: "leather", ...more });
const nylon = (color: Color, more: Partial<CollarStyle> = {}) =>
  ring({ color, material: "weave", closing: "clip", reflects: true, ...more });
const smart = (color: Color) => ring({ color, material: "smooth", closing: "clip", high: 132, smart: true });
const cat = (color: Color) => ring({ color, material: "weave", closing: "clip", high: 74, bell: true }, 0.98);

/** The demo store's pictures as SVG, by name. */
export const drawings: Record<string, string> = {
  "classic-silver": medal("silver", "heart", -4),
  "classic-back": medal("silver", "qr", 4),
  "classic-enamel": pair("teal", "coral"),
  "classic-teal": medal("teal", "heart", -4),
  "classic-coral": medal("coral", "heart", -4),
  "classic-worn": worn("silver", "teal"),
  "gold-front": medal("gold", "heart", -4),
  "rose-front": medal("rose", "heart", -4),
  "gold-rose": pair("gold", "rose"),
  "gold-worn": worn("gold", "navy"),
  "paw-teal": medal("teal", "paw", -4),
  "paw-navy": medal("navy", "paw", -4),
  "paw-back": pair("navy", "teal"),
  "smart-teal": smart("teal"),
  "smart-black": smart("black"),
  "smart-coral": smart("coral"),
  "leather-brown": leather("brown", { tag: "gold" }),
  "leather-black": leather("black", { tag: "silver" }),
  "nylon-coral": nylon("coral", { tag: "silver" }),
  "nylon-marigold": nylon("marigold", { tag: "gold" }),
  "nylon-navy": nylon("navy"),
  "cat-marigold": cat("marigold"),
  "cat-teal": cat("teal"),
  "leash-teal": picture(leash("teal")),
  "leash-coral": picture(leash("coral")),
  "leash-brown": picture(leash("brown")),
  hoops: picture(hoops(["teal", "marigold", "coral"])),
  "hoops-worn": picture(quietTag("silver", "marigold")),
  "case-black": picture(
    placed(strap("marigold", 210), 600, 600, 1, -10) + placed(slideCase("black"), 600, 600, 1, -10),
  ),
  "case-teal": picture(placed(strap("brown", 210), 600, 600, 1, 8) + placed(slideCase("teal"), 600, 600, 1, 8)),
  stickers: picture(stickers(["teal", "marigold", "coral", "navy"])),
  "bowl-marigold": picture(bowl("marigold", 1)),
  "bowl-flat": picture(bowl("marigold", 0)),
  "bowl-teal": picture(bowl("teal", 1)),
};
