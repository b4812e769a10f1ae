import { useId } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { charactersOf } from "../attributes.ts";
import { colorShades } from "../product-colors.ts";
import type { Color } from "../products.rules.ts";

const widest = 112;
const largest = 30;
/** Approximate ratio of a character's width to its height; slightly low, the text is then drawn to fit exactly. */
const signWidth = 0.62;

/** Splits a text into at most two lines of about the same length. */
function linesOf(text: string): string[] {
  const words = text.split(" ").filter(Boolean);
  if (charactersOf(text).length <= 10 || words.length < 2) return [words.join(" ")];
  const splits = words
    .slice(1)
    .map((_, place) => [words.slice(0, place + 1).join(" "), words.slice(place + 1).join(" ")]);
  const longer = (lines: string[]) => Math.max(...lines.map((line) => charactersOf(line).length));
  return splits.reduce((best, split) => (longer(split) < longer(best) ? split : best));
}

/** Back of a tag in the chosen metal with the engraving. */
export function EngravedTag({ color, text, className }: { color: Color; text: string; className: string }) {
  const t = useT();
  const id = useId();
  const { light, main, deep } = colorShades[color];
  const lines = linesOf(text);
  const length = Math.max(1, ...lines.map((line) => charactersOf(line).length));
  const size = Math.min(largest, widest / (length * signWidth));
  const isDark = color === "black" || color === "navy" || color === "teal" || color === "brown";
  const ink = isDark ? "#f3efe2" : "#3b3220";
  const first = 134 + size * 0.36 - ((lines.length - 1) * size * 1.2) / 2;
  return (
    <svg
      viewBox="0 0 160 212"
      className={className}
      role="img"
      aria-label={text ? t("store.product.preview", { text }) : t("store.product.previewEmpty")}
    >
      <linearGradient id={`${id}m`} x1="30" y1="50" x2="130" y2="200" gradientUnits="userSpaceOnUse">
        <stop stopColor={light} />
        <stop offset=".5" stopColor={main} />
        <stop offset="1" stopColor={deep} />
      </linearGradient>
      <path d="M90 49a22 22 0 1 0-26-5" fill="none" stroke="#9aa8a9" strokeWidth="5.5" strokeLinecap="round" />
      <path
        fillRule="evenodd"
        d="M80 33a22 22 0 0 1 22 22v12.5a70 70 0 1 1-44 0V55a22 22 0 0 1 22-22Zm0 10.500a10.500 10.500 0 1 0 0 21 10.500 10.500 0 0 0 0-21Z"
        fill={`url(#${id}m)`}
      />
      <circle cx="80" cy="134" r="62" fill="none" stroke="#fff" strokeOpacity=".45" strokeWidth="2" />
      <path d="M64 44a22 22 0 0 0 26 5" fill="none" stroke="#c9d2d3" strokeWidth="5.5" strokeLinecap="round" />
      {lines.map((line, place) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position
          key={place}
          x="80"
          y={first + place * size * 1.2}
          textAnchor="middle"
          fontSize={size}
          fontWeight="600"
          fill={ink}
          style={{ unicodeBidi: "plaintext", textShadow: isDark ? "0 1px 0 #0006" : "0 1px 0 #fff8" }}
        >
          {line}
        </text>
      ))}
    </svg>
  );
}
