import { light } from "#app/platform/ui/styles/tokens.ts";
import { Drawing, type DrawingProps } from "./drawing.tsx";

const straps = {
  teal: { front: "#12776e", back: light.brandDeep, edge: "#3fb0a4" },
  tan: { front: "#c07a3f", back: "#7f4a1f", edge: "#e3a66c" },
  ink: { front: "#34423f", back: "#1a2422", edge: "#6a7c78" },
  coral: { front: "#d95c43", back: "#97311d", edge: "#f59a84" },
};

/** A collar laid out in a ring, its tag in front. */
export function CollarDrawing({ strap = "teal", ...rest }: DrawingProps & { strap?: keyof typeof straps }) {
  const { front, back, edge } = straps[strap];
  return (
    <Drawing viewBox="0 0 220 190" {...rest}>
      <ellipse cx="110" cy="176" rx="70" ry="8" fill="#000" opacity=".08" />
      <path d="M14 66C14 34 56 10 110 10s96 24 96 56v24c0-32-42-56-96-56S14 58 14 90Z" fill={back} />
      <path d="M14 66C14 98 56 122 110 122s96-24 96-56v26c0 32-42 56-96 56S14 124 14 92Z" fill={front} />
      <path d="M16 78c8 25 46 44 94 44s86-19 94-44" stroke={edge} strokeWidth="2.500" />
      <g stroke="#fff" strokeOpacity=".5" strokeWidth="2" strokeDasharray="6 6" strokeLinecap="round">
        <path d="M18 80c6 28 46 49 92 49s86-21 92-49" />
        <path d="M18 94c6 28 46 49 92 49s86-21 92-49" />
      </g>
      <rect x="148" y="102" width="34" height="38" rx="8" transform="rotate(-24 165 121)" fill="#d9dfe0" />
      <rect x="156" y="110" width="18" height="22" rx="4" transform="rotate(-24 165 121)" fill={front} />
      <path
        d="M165 109v20"
        stroke="#aab4b5"
        strokeWidth="3.500"
        strokeLinecap="round"
        transform="rotate(-24 165 121)"
      />
      <path d="M98 140v8a12 12 0 0 0 24 0v-8Z" stroke="#c3cccd" strokeWidth="5" strokeLinejoin="round" />
      <circle cx="110" cy="168" r="20" fill="#e6bb53" />
      <circle cx="110" cy="168" r="16" stroke="#fff" strokeOpacity=".55" strokeWidth="1.800" />
      <path
        d="M110 178c-6.500-4-9.700-7.400-9.700-11.200a5.100 5.100 0 0 1 9.700-2.700 5.100 5.100 0 0 1 9.700 2.700c0 3.800-3.200 7.200-9.700 11.200Z"
        fill="#fff8e3"
      />
    </Drawing>
  );
}
