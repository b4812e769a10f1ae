import { useId } from "react";
import { type AnimalKind, backgrounds, coats, collars, seedNumber } from "./animal-coats.ts";
import { Bird } from "./bird.tsx";
import { Cat } from "./cat.tsx";
import { Dog } from "./dog.tsx";
import { Drawing, type DrawingProps } from "./drawing.tsx";
import { Rabbit } from "./rabbit.tsx";

export type { AnimalKind } from "./animal-coats.ts";

const animals = { dog: Dog, cat: Cat, bird: Bird, other: Rabbit };

/**
 * Portrait of a pet. `seed` (an id or name) determines coat, ears, collar and background. With `background`, it fills
 * its box from the bottom.
 */
export function AnimalDrawing({
  kind,
  seed = kind,
  background = false,
  className,
  title,
}: DrawingProps & { kind: AnimalKind; seed?: string; background?: boolean }) {
  const gradient = useId();
  const number = seedNumber(seed);
  const coat = coats[kind][number % coats[kind].length]!;
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
