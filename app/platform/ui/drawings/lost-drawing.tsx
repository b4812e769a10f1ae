import { light } from "#app/platform/ui/styles/tokens.ts";
import { Drawing, type DrawingProps } from "./drawing.tsx";

/** A puppy under a signpost. */
export function LostDrawing(props: DrawingProps) {
  return (
    <Drawing viewBox="0 0 320 240" {...props}>
      <path
        d="M28 128C20 64 88 20 168 22c74 2 132 44 124 108-6 56-54 88-132 88S36 190 28 128Z"
        fill={`var(--color-brand-soft, ${light.brandSoft})`}
      />
      <path d="M37 178c44-18 92-20 138-10 44 10 82 8 114-4-16 40-62 66-129 66-60 0-106-18-123-52Z" fill="#9ad6ca" />
      <path
        d="M168 216c20-4 18-14 34-18s22-14 44-16"
        stroke="#fff"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray="1 12"
      />
      <rect x="216" y="54" width="12" height="142" rx="6" fill="#a5713d" />
      <path d="M186 66h62l16 15-16 15h-62c-4 0-6-2-6-6V72c0-4 2-6 6-6Z" fill={light.sun} />
      <path d="M262 104h-56l-14 13 14 13h56c4 0 6-2 6-6v-14c0-4-2-6-6-6Z" fill={light.paper} />
      <path d="M196 81h40M212 117h40" stroke={light.sunInk} strokeOpacity=".55" strokeWidth="5" strokeLinecap="round" />
      <path d="M92 208c-14 0-20-14-12-24" stroke="#7d4c22" strokeWidth="9" strokeLinecap="round" />
      <path d="M112 140c24 0 40 26 38 68H88c-4-40 4-68 24-68Z" fill="#b9763a" />
      <path d="M128 160c10 8 14 28 13 48h-22c-2-20 0-40 9-48Z" fill="#f7e2c4" />
      <path d="M122 200c6 0 10 4 10 8h-18c0-5 3-8 8-8Zm24 0c6 0 10 4 10 8h-18c0-5 3-8 8-8Z" fill="#f7e2c4" />
      <path d="M100 150c10 12 36 12 46 0l2 8c-12 13-40 13-50 0Z" fill={light.brand} />
      <circle cx="126" cy="168" r="6.500" fill={light.sun} />
      <path d="M128 78c26 0 40 16 40 40 0 22-18 36-42 36s-42-14-42-36c0-24 18-40 44-40Z" fill="#b9763a" />
      <path d="M98 88c-14-6-26 8-26 28 0 16 8 24 16 20 10-4 14-20 16-32Z" fill="#7d4c22" />
      <path d="M152 84c12-8 24 4 26 24 1 16-6 24-14 22-10-4-14-20-16-32Z" fill="#7d4c22" />
      <path d="M140 110c14 0 24 8 24 20 0 14-12 24-28 24-14 0-24-8-24-20 0-14 12-24 28-24Z" fill="#f7e2c4" />
      <g fill="#2b1c14">
        <circle cx="122" cy="104" r="5.500" />
        <circle cx="152" cy="102" r="5.500" />
        <path d="M134 120c0-5 4-7 9-7s9 2 9 7-5 8-9 8-9-3-9-8Z" />
      </g>
      <path d="M134 142c4-5 12-5 16-1" stroke="#2b1c14" strokeWidth="3.200" strokeLinecap="round" />
      <path d="M114 92c4-4 9-5 13-3m20-1c4-3 9-2 13 1" stroke="#7d4c22" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M60 62c-2-12 8-20 18-18s14 14 6 22c-5 5-8 6-8 13"
        stroke={light.sun}
        strokeWidth="7"
        strokeLinecap="round"
      />
      <circle cx="76" cy="94" r="4.500" fill={light.sun} />
    </Drawing>
  );
}
