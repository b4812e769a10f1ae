import { useId } from "react";
import { light } from "../styles/tokens.ts";
import { Drawing, type DrawingProps } from "./drawing.tsx";

export type AnimalKind = "dog" | "cat" | "bird" | "other";

interface Coat {
  main: string;
  dark: string;
  light: string;
  /** Indexes of the two backgrounds with enough contrast. */
  backs: readonly [number, number];
}

const coats: Record<AnimalKind, readonly Coat[]> = {
  dog: [
    { main: "#b9763a", dark: "#7d4c22", light: "#f7e2c4", backs: [1, 0] },
    { main: "#e3a853", dark: "#b9782b", light: "#fdeccd", backs: [1, 3] },
    { main: "#4a4648", dark: "#2e2b2d", light: "#f0dfc9", backs: [0, 2] },
    { main: "#efe6d8", dark: "#c39d6e", light: "#fffaf2", backs: [1, 3] },
    { main: "#9a5a3a", dark: "#663820", light: "#f6ddc8", backs: [3, 1] },
  ],
  cat: [
    { main: "#86919c", dark: "#5b6570", light: "#e4e9ec", backs: [1, 2] },
    { main: "#e89c4c", dark: "#bf6c20", light: "#fdeacf", backs: [1, 3] },
    { main: "#44464e", dark: "#2b2c32", light: "#8d919c", backs: [0, 2] },
    { main: "#efe0c6", dark: "#bf9f74", light: "#fffaf0", backs: [3, 1] },
  ],
  bird: [
    { main: "#2fa193", dark: "#17695f", light: "#ffd978", backs: [0, 2] },
    { main: "#f5c736", dark: "#d2911a", light: "#fff5cc", backs: [1, 3] },
    { main: "#5597dc", dark: "#2c63a3", light: "#f2f7fd", backs: [0, 2] },
    { main: "#f2efe8", dark: "#cbbfa9", light: "#ffd978", backs: [3, 1] },
  ],
  other: [
    { main: "#cfb59a", dark: "#a58766", light: "#faf0e4", backs: [1, 3] },
    { main: "#a3a9b1", dark: "#7a818b", light: "#eef0f2", backs: [2, 0] },
    { main: "#f4ede3", dark: "#d3c2ad", light: "#ffffff", backs: [2, 1] },
    { main: "#96694a", dark: "#6d4930", light: "#f3dfcb", backs: [1, 0] },
  ],
};

/** Coats of the colours that people name. */
const coatsByColour = {
  black: { main: "#47464d", dark: "#2b2a30", light: "#8d8b93", backs: [0, 2] },
  white: { main: "#f6f2ea", dark: "#d5cabb", light: "#ffffff", backs: [3, 1] },
  grey: { main: "#8c95a0", dark: "#5f6973", light: "#dfe4e8", backs: [0, 1] },
  brown: { main: "#93582f", dark: "#63381c", light: "#e7c8a6", backs: [1, 3] },
  golden: { main: "#dfa34c", dark: "#b47526", light: "#fbe6bf", backs: [1, 3] },
  cream: { main: "#efdfc2", dark: "#c9a878", light: "#fffaf0", backs: [3, 1] },
  orange: { main: "#e8934a", dark: "#bd661d", light: "#fde6c8", backs: [1, 3] },
  yellow: { main: "#f5cb42", dark: "#cf931c", light: "#fff4c8", backs: [3, 2] },
  green: { main: "#5f9e57", dark: "#3d7139", light: "#d6e6ad", backs: [0, 2] },
  blue: { main: "#5597dc", dark: "#2c63a3", light: "#f2f7fd", backs: [0, 2] },
} as const satisfies Record<string, Coat>;

export type CoatColour = keyof typeof coatsByColour;

/** Returns a coat whose chest and muzzle have the second colour; undefined without colours. */
function coatOf([first, second]: readonly CoatColour[]): Coat | undefined {
  if (!first) return undefined;
  return { ...coatsByColour[first], ...(second && { light: coatsByColour[second].main }) };
}

/** Returns the background of a drawing with these colours, as a CSS colour. */
export function groundOf([first]: readonly CoatColour[]): string {
  return backgrounds[first ? coatsByColour[first].backs[0] : 1]![1];
}

/** Backgrounds as light, medium and deep tone. */
const backgrounds: readonly (readonly [string, string, string])[] = [
  ["#ffecc4", "#f9c670", "#e29a43"],
  ["#ddf3ed", "#9ad6ca", "#4c9d93"],
  ["#ffe6dc", "#f5b39b", "#d97a60"],
  ["#e6f0fb", "#aecbee", "#6a9ad4"],
];

const collars = [light.brand, "#c2452f", light.info, light.sun] as const;

function seedNumber(seed: string): number {
  let hash = 2166136261;
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return (hash ^ (hash >>> 15)) >>> 0;
}

interface AnimalProps {
  coat: Coat;
  collar: string;
  /** Selects one of two variants of ears, crest and markings. */
  variant: 0 | 1;
}

function Bird({ coat, variant }: AnimalProps) {
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

function PortraitCollar({ color }: { color: string }) {
  return (
    <>
      <path d="M58 150c14 18 70 18 84 0l4 12c-16 22-76 22-92 0Z" fill={color} />
      <path d="M60 156c16 16 64 16 80 0" stroke="#fff" strokeOpacity=".35" strokeWidth="1.600" strokeDasharray="4 4" />
      <circle cx="100" cy="186" r="13" fill="#e9b949" />
      <circle cx="100" cy="172" r="3.500" stroke="#c4cbcd" strokeWidth="2.500" />
      <path
        d="M100 193c-5-3-7-5.500-7-8.500a3.700 3.700 0 0 1 7-1.800 3.700 3.700 0 0 1 7 1.800c0 3-2 5.500-7 8.500Z"
        fill="#fff"
        fillOpacity=".9"
      />
    </>
  );
}

function Cat({ coat, collar, variant }: AnimalProps) {
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

const earShapes = [
  // Hanging ears.
  "M62 56C44 44 25 54 21 82c-3 22 3 46 17 47 13 1 20-20 27-38Zm76 0c18-12 37-2 41 26 3 22-3 46-17 47-13 1-20-20-27-38Z",
  // Half-upright ears with folded tips.
  "M54 78C46 54 46 28 60 27c13-1 24 12 31 24Zm92 0c8-24 8-50-6-51-13-1-24 12-31 24Z",
] as const;

function Dog({ coat, collar, variant }: AnimalProps) {
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

function Rabbit({ coat, collar, variant }: AnimalProps) {
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

const animals = { dog: Dog, cat: Cat, bird: Bird, other: Rabbit };

/**
 * Portrait of a pet. `seed` (an id or name) determines ears, collar and background, and the coat unless `colors` states
 * it. With `background`, it fills its box from the bottom.
 */
export function AnimalDrawing({
  kind,
  seed = kind,
  colors = [],
  background = false,
  className,
  title,
}: DrawingProps & { kind: AnimalKind; seed?: string; colors?: readonly CoatColour[]; background?: boolean }) {
  const gradient = useId();
  const number = seedNumber(seed);
  const coat = coatOf(colors) ?? coats[kind][number % coats[kind].length]!;
  const variant = ((number >>> 4) & 1) as 0 | 1;
  const [light, middle, deep] = backgrounds[coat.backs[(number >>> 6) & 1]!]!;
  const collar = collars[(number >>> 8) % collars.length]!;
  const Animal = animals[kind];
  const portrait = <Animal coat={coat} collar={collar} variant={variant} />;
  if (!background) {
    return (
      <Drawing viewBox="0 0 200 200" className={className} title={title}>
        {portrait}
      </Drawing>
    );
  }
  return (
    <Drawing className={className} title={title}>
      <radialGradient id={gradient} cx=".22" cy="0" r="1.25">
        <stop stopColor={light} />
        <stop offset=".5" stopColor={middle} />
        <stop offset="1" stopColor={deep} />
      </radialGradient>
      <rect width="100%" height="100%" fill={`url(#${gradient})`} />
      <svg viewBox="0 0 200 200" preserveAspectRatio="xMidYMax meet" overflow="visible" aria-hidden="true">
        <circle cx="100" cy="118" r="92" fill="#fff" opacity=".16" />
        {portrait}
      </svg>
    </Drawing>
  );
}
