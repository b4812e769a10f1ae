import type { AnimalProps } from "./animal-coats.ts";
import { PortraitCollar } from "./portrait-collar.tsx";

export function Rabbit({ coat, collar, variant }: AnimalProps) {
  return (
    <>
      <path d="M38 206c2-38 24-56 62-56s60 18 62 56Z" fill={coat.main} />
      <path d="M74 206c0-26 8-44 26-44s26 18 26 44Z" fill={coat.light} />
      <PortraitCollar color={collar} />
      <path d="M70 80C54 54 50 10 66 6c15-3 26 36 26 62Z" fill={coat.main} />
      <path d="M73 68C64 48 62 20 68 18c7-1 14 26 15 46Z" fill="#f2b0a6" />
      {variant === 0 ? (
        <>
          <path d="M130 80c16-26 20-70 4-74-15-3-26 36-26 62Z" fill={coat.main} />
          <path d="M127 68c9-20 11-48 5-50-7-1-14 26-15 46Z" fill="#f2b0a6" />
        </>
      ) : (
        <path
          d="M112 62c6-30 26-50 46-44 18 6 26 34 22 58-2 12-12 14-16 4-4-14-12-20-20-16-6 4-10 10-14 18Z"
          fill={coat.dark}
        />
      )}
      <path d="M100 58c34 0 52 20 54 48 1 30-22 52-54 52s-55-22-54-52c2-28 20-48 54-48Z" fill={coat.main} />
      <path
        d="M100 60c6 0 7 12 8 28 1 12 22 16 22 38 0 20-14 32-30 32s-30-12-30-32c0-22 21-26 22-38 1-16 2-28 8-28Z"
        fill={coat.light}
      />
      <g fill="#261b17">
        <circle cx="72" cy="102" r="8.500" />
        <circle cx="128" cy="102" r="8.500" />
      </g>
      <g fill="#fff">
        <circle cx="75" cy="99" r="2.800" />
        <circle cx="131" cy="99" r="2.800" />
        <path d="M94 142h12v9c0 4-2 5-3 5s-2-1-3-2c-1 1-2 2-3 2s-3-1-3-5Z" />
      </g>
      <path d="M90 119c4-3 16-3 20 0 3 2-5 10-10 10s-13-8-10-10Z" fill="#e58b83" />
      <path
        d="M100 129v7m0 0c-4 7-14 8-19 2m19-2c4 7 14 8 19 2"
        stroke="#3a2b25"
        strokeWidth="3.200"
        strokeLinecap="round"
      />
      <circle cx="62" cy="124" r="9" fill="#f0928a" opacity=".4" />
      <circle cx="138" cy="124" r="9" fill="#f0928a" opacity=".4" />
    </>
  );
}
