import type { AnimalProps } from "./animal-coats.ts";

export function Bird({ coat, variant }: AnimalProps) {
  return (
    <>
      {variant === 0 ? (
        <path d="M90 46c-10-14-6-30 6-34-1 8 3 12 8 15 5-6 12-7 18-4-6 5-8 14-14 23Z" fill={coat.dark} />
      ) : (
        <path d="M84 46c-4-12-1-22 6-26 2 6 5 9 9 11 4-5 9-7 14-5-1 9-5 15-11 20Z" fill={coat.main} />
      )}
      <path
        d="M100 38c35 0 52 23 53 54 1 18 13 34 13 66 0 20-4 34-8 48H42c-4-14-8-28-8-48 0-32 12-48 13-66 1-31 18-54 53-54Z"
        fill={coat.main}
      />
      <path d="M100 112c26 0 40 28 40 58 0 14-2 25-5 36H65c-3-11-5-22-5-36 0-30 14-58 40-58Z" fill={coat.light} />
      <path
        d="M50 118c-15 18-22 46-14 84 18-4 28-24 28-46 0-16-6-29-14-38Zm100 0c15 18 22 46 14 84-18-4-28-24-28-46 0-16 6-29 14-38Z"
        fill={coat.dark}
      />
      <path
        d="M84 150c4 6 11 6 16 0 5 6 12 6 16 0m-40 22c5 7 14 7 24 0 10 7 19 7 24 0"
        stroke={coat.dark}
        strokeOpacity=".4"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M72 66c-16 0-20 14-19 24 1 14 10 22 22 22h50c12 0 21-8 22-22 1-10-3-24-19-24-14 0-20 8-28 8s-14-8-28-8Z"
        fill={coat.light}
      />
      <g fill="#22201f">
        <circle cx="75" cy="88" r="8.500" />
        <circle cx="125" cy="88" r="8.500" />
      </g>
      <g fill="#fff">
        <circle cx="78" cy="85" r="2.800" />
        <circle cx="128" cy="85" r="2.800" />
      </g>
      <circle cx="60" cy="106" r="8" fill="#f08a7d" opacity=".7" />
      <circle cx="140" cy="106" r="8" fill="#f08a7d" opacity=".7" />
      <path d="M100 84c10 0 16 6 16 13 0 9-8 21-16 26-8-5-16-17-16-26 0-7 6-13 16-13Z" fill="#f2972f" />
      <path d="M84.500 100c8 5 23 5 31 0-2 9-9 18-15.500 23-6.500-5-13.500-14-15.500-23Z" fill="#cf6d1c" />
      <circle cx="95" cy="91" r="1.700" fill="#8f4410" />
      <circle cx="105" cy="91" r="1.700" fill="#8f4410" />
    </>
  );
}
