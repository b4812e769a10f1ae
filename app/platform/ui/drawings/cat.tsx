import type { AnimalProps } from "./animal-coats.ts";
import { PortraitCollar } from "./portrait-collar.tsx";

export function Cat({ coat, collar, variant }: AnimalProps) {
  const eyes = variant === 0 ? "#dcec9a" : "#ffd98a";
  return (
    <>
      <path d="M36 206c2-38 24-58 64-58s62 20 64 58Z" fill={coat.main} />
      <path d="M74 206c0-26 8-46 26-46s26 20 26 46Z" fill={coat.light} />
      <PortraitCollar color={collar} />
      <path d="M43 96 38 32c0-6 6-9 11-5l43 33Zm114 0 5-64c0-6-6-9-11-5l-43 33Z" fill={coat.dark} />
      <path d="m51 76-3-32c0-3 3-5 6-3l24 20Zm98 0 3-32c0-3-3-5-6-3l-24 20Z" fill="#f0a9a0" />
      <path d="M100 48c38 0 60 24 60 58 0 32-26 52-60 52s-60-20-60-52c0-34 22-58 60-58Z" fill={coat.main} />
      {variant === 0 ? (
        <path
          d="M96 49h8l-2 27c0 2-4 2-4 0Zm-20 4 8-3 3 22c0 2-4 3-5 1Zm48 0-8-3-3 22c0 2 4 3 5 1ZM41 112l20 3c2 0 2 4 0 4l-19 2Zm118 0-20 3c-2 0-2 4 0 4l19 2Z"
          fill={coat.dark}
        />
      ) : (
        <path d="M100 48c38 0 60 24 60 58 0 4 0 7-1 10-15 4-38-6-46-30-4-13-9-26-13-38Z" fill={coat.dark} />
      )}
      <path d="M100 118c12 0 26 5 26 19 0 13-12 21-26 21s-26-8-26-21c0-14 14-19 26-19Z" fill={coat.light} />
      <path d="M59 104c4-12 24-12 30 2-3 10-26 12-30-2Zm82 0c-4-12-24-12-30 2 3 10 26 12 30-2Z" fill={eyes} />
      <g fill="#1d2322">
        <ellipse cx="75" cy="104" rx="5" ry="8" />
        <ellipse cx="125" cy="104" rx="5" ry="8" />
      </g>
      <path d="M91 122c4-2 14-2 18 0 2 1-5 9-9 9s-11-8-9-9Z" fill="#e58b83" />
      <path
        d="M100 131v5m0 0c-4 7-13 8-18 3m18-3c4 7 13 8 18 3"
        stroke="#2c2a2c"
        strokeWidth="3.200"
        strokeLinecap="round"
      />
      <path
        d="m66 132-34-5m34 13-32 6m100-14 34-5m-34 13 32 6"
        stroke="#fff"
        strokeWidth="2.400"
        strokeLinecap="round"
        opacity=".8"
      />
      <g fill="#fff">
        <circle cx="77" cy="100" r="2.200" />
        <circle cx="127" cy="100" r="2.200" />
      </g>
    </>
  );
}
