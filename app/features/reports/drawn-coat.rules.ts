import type { Portrayed } from "./reports.rules.ts";

type Colour = Portrayed["colors"][number];

/** Which drawn coat comes nearest to a colour, by the order of the coats of each kind. */
const nearest: Record<Portrayed["type"], Partial<Record<Colour, number>>> = {
  dog: { brown: 0, golden: 1, orange: 1, yellow: 1, black: 2, grey: 2, white: 3, cream: 3 },
  cat: { grey: 0, orange: 1, golden: 1, brown: 1, yellow: 1, black: 2, white: 3, cream: 3 },
  bird: { green: 0, yellow: 1, golden: 1, orange: 1, blue: 2, white: 3, cream: 3, grey: 3 },
  other: { cream: 0, golden: 0, orange: 0, grey: 1, white: 2, brown: 3, black: 3 },
};

/** The coat in which a report without a photo is drawn; undefined when its colours say nothing. */
export function drawnCoat({ type, colors }: Pick<Portrayed, "type" | "colors">): number | undefined {
  return colors.map((colour) => nearest[type][colour]).find((coat) => coat !== undefined);
}
