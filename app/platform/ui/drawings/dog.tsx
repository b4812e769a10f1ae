import type { AnimalProps } from "./animal-coats.ts";
import { PortraitCollar } from "./portrait-collar.tsx";

const earShapes = [
  // Hanging ears.
  "M62 56C44 44 25 54 21 82c-3 22 3 46 17 47 13 1 20-20 27-38Zm76 0c18-12 37-2 41 26 3 22-3 46-17 47-13 1-20-20-27-38Z",
  // Half-upright ears with folded tips.
  "M54 78C46 54 46 28 60 27c13-1 24 12 31 24Zm92 0c8-24 8-50-6-51-13-1-24 12-31 24Z",
] as const;

export function Dog({ coat, collar, variant }: AnimalProps) {
  return (
    <>
      <path d="M30 206c2-40 26-60 70-60s68 20 70 60Z" fill={coat.main} />
      <path d="M72 206c0-28 8-48 28-48s28 20 28 48Z" fill={coat.light} />
      <PortraitCollar color={collar} />
      {variant === 1 && <path d={earShapes[1]} fill={coat.dark} />}
      <path
        d="M100 32c36 0 51 23 52 54 1 16 2 22 2 28 0 28-24 46-54 46s-54-18-54-46c0-6 1-12 2-28 1-31 16-54 52-54Z"
        fill={coat.main}
      />
      {variant === 0 && <path d={earShapes[0]} fill={coat.dark} />}
      {variant === 1 && (
        <path d="M110 78c0-16 12-24 24-22 12 1 17 14 16 30-1 14-10 20-20 19-12-1-20-13-20-27Z" fill={coat.dark} />
      )}
      <path
        d="M100 34c7 0 9 12 10 28 1 18 30 22 30 54 0 28-20 44-40 44s-40-16-40-44c0-32 29-36 30-54 1-16 3-28 10-28Z"
        fill={coat.light}
      />
      <g fill="#2b1c14">
        <circle cx="76" cy="90" r="8" />
        <circle cx="124" cy="90" r="8" />
        <path d="M84 112c0-8 7-11 16-11s16 3 16 11-9 15-16 15-16-7-16-15Z" />
      </g>
      <path d="M91 141c0 11 3 17 9 17s9-6 9-17c-5 3-13 3-18 0Z" fill="#ea7f78" />
      <path
        d="M100 126v10m0 0c-5 8-17 9-24 2m24-2c5 8 17 9 24 2"
        stroke="#2b1c14"
        strokeWidth="3.6"
        strokeLinecap="round"
      />
      <g fill="#fff">
        <circle cx="79" cy="87" r="2.700" />
        <circle cx="127" cy="87" r="2.700" />
        <ellipse cx="95" cy="107" rx="5" ry="2.200" opacity=".55" />
      </g>
    </>
  );
}
