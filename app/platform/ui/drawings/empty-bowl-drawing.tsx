import { light } from "#app/platform/ui/styles/tokens.ts";
import { Drawing, type DrawingProps } from "./drawing.tsx";

/** An empty bowl. */
export function EmptyBowlDrawing(props: DrawingProps) {
  return (
    <Drawing viewBox="0 0 240 180" {...props}>
      <path
        d="M22 104c-8-46 40-88 98-88s108 36 100 86c-6 40-48 62-100 62s-91-22-98-60Z"
        fill={`var(--color-sun-soft, ${light.sunSoft})`}
      />
      <g stroke={light.sun} strokeWidth="5" strokeLinecap="round">
        <path d="M120 28v14M82 38l6 12m70-12-6 12" />
      </g>
      <ellipse cx="120" cy="152" rx="78" ry="9" fill="#000" opacity=".08" />
      <path d="M56 84h128l14 56c2 8-4 14-12 14H54c-8 0-14-6-12-14Z" fill="#12776e" />
      <path d="M56 84h128l3 12H53Z" fill="#0a524c" />
      <ellipse cx="120" cy="84" rx="65" ry="16" fill="#3fb0a4" />
      <ellipse cx="120" cy="86" rx="53" ry="11" fill="#0a524c" />
      <path d="M70 90c10 6 28 8.500 50 8.500s40-2.500 50-8.500c-8-5-26-8-50-8s-42 3-50 8Z" fill={light.brand} />
      <g fill="#ffd27a">
        <path d="M120 117c9 0 17 8 17 15 0 6-5 8-9 7.500-3-.5-5-1.500-8-1.500s-5 1-8 1.500c-4 .5-9-1.500-9-7.500 0-7 8-15 17-15Z" />
        <ellipse cx="100" cy="119" rx="5" ry="7" transform="rotate(-24 100 119)" />
        <ellipse cx="140" cy="119" rx="5" ry="7" transform="rotate(24 140 119)" />
        <ellipse cx="112" cy="109.500" rx="5" ry="7.500" transform="rotate(-8 112 109)" />
        <ellipse cx="128" cy="109.500" rx="5" ry="7.500" transform="rotate(8 128 109)" />
      </g>
      <circle cx="206" cy="146" r="7" fill="#c07a3f" />
      <circle cx="222" cy="150" r="5" fill="#9a5a2c" />
    </Drawing>
  );
}
