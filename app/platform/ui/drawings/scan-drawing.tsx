import { light } from "#app/platform/ui/styles/tokens.ts";
import { Drawing, type DrawingProps } from "./drawing.tsx";

/** A phone scanning a tag. */
export function ScanDrawing(props: DrawingProps) {
  return (
    <Drawing viewBox="0 0 320 240" {...props}>
      <path
        d="M34 150C18 96 62 30 132 22c64-7 152 22 160 92 7 62-56 112-130 112-66 0-112-22-128-76Z"
        fill={`var(--color-brand-soft, ${light.brandSoft})`}
      />
      <g stroke={light.sun} strokeWidth="6" strokeLinecap="round">
        <path d="M146 96a34 34 0 0 1 0 56" />
        <path d="M160 80a56 56 0 0 1 0 88" opacity=".6" />
        <path d="M174 64a78 78 0 0 1 0 120" opacity=".3" />
      </g>
      <path d="M52 54c22-16 44-18 64-6" stroke="#12776e" strokeWidth="13" strokeLinecap="round" />
      <circle cx="95" cy="60" r="9" stroke="#b4c0c0" strokeWidth="5" />
      <path
        fillRule="evenodd"
        d="M95 64c7 0 13 6 13 13v6.600a46 46 0 1 1-26 0V77c0-7 6-13 13-13Zm0 7a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11Z"
        fill="#e6bb53"
      />
      <circle cx="95" cy="128" r="39" stroke="#fff" strokeOpacity=".55" strokeWidth="2.500" />
      <path
        d="M95 148c-14-9-21-16-21-24a11.200 11.200 0 0 1 21-5.800 11.200 11.200 0 0 1 21 5.800c0 8-7 15-21 24Z"
        fill="#fff8e3"
      />
      <g transform="rotate(9 228 128)">
        <rect x="184" y="42" width="92" height="176" rx="19" fill={light.ink} />
        <rect x="191" y="49" width="78" height="162" rx="13" fill={light.paper} />
        <rect x="217" y="54" width="26" height="6" rx="3" fill={light.ink} />
        <path d="M191 62a13 13 0 0 1 13-13h52a13 13 0 0 1 13 13v58h-78Z" fill="#9ad6ca" />
        <path d="M217 54h26v6h-26Z" fill={light.ink} />
        <path d="M206 82c-6-4-9 2-9 12 0 9 4 13 8 12Zm48 0c6-4 9 2 9 12 0 9-4 13-8 12Z" fill="#7d4c22" />
        <path d="M230 70c17 0 25 11 25 27 0 10-1 17-3 23h-44c-2-6-3-13-3-23 0-16 8-27 25-27Z" fill="#b9763a" />
        <path d="M230 92c8 0 15 10 15 28h-30c0-18 7-28 15-28Z" fill="#f7e2c4" />
        <g fill="#2b1c14">
          <circle cx="219" cy="95" r="3.500" />
          <circle cx="241" cy="95" r="3.500" />
          <ellipse cx="230" cy="106" rx="6" ry="4.500" />
        </g>
        <rect x="200" y="131" width="44" height="8" rx="4" fill={light.ink} />
        <rect x="200" y="145" width="60" height="5" rx="2.500" fill="#cfd6d3" />
        <rect x="200" y="155" width="48" height="5" rx="2.500" fill="#cfd6d3" />
        <rect x="200" y="172" width="60" height="22" rx="11" fill={light.sun} />
        <path d="M218 183h24" stroke={light.sunInk} strokeWidth="4" strokeLinecap="round" />
      </g>
    </Drawing>
  );
}
