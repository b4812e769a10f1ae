import type { Evidence } from "./scans.rules.ts";

/** How long a wave of openings lasts from its first, and after each summary once more. Milliseconds. */
export const waveSpan = 15 * 60_000;

/** How many letters about openings of one tag one network sets off within a wave, and all networks together. */
export const mostOfNetwork = 6;
export const mostOfTag = 20;

/** How often a tag was opened within its wave, by network. */
export type Openings = Record<string, number>;

/** Where openings are counted when so many networks are in the wave that each of them sets off nothing more. */
export const otherNetworks = "others";

/** Whether a scan is counted: what a chip has proved no program can repeat, and always goes out. */
export function countsInWave(evidence: Evidence): boolean {
  return evidence !== "verified-tap";
}

/** How many letters these openings have set off. */
export function lettersOf(openings: Openings): number {
  const letters = Object.values(openings).reduce((sum, times) => sum + Math.min(times, mostOfNetwork), 0);
  return Math.min(letters, mostOfTag);
}

/** For each of the openings that came last, by network and in their order: does it set off a letter of its own? */
export function goOut(openings: Openings, last: string[]): boolean[] {
  if (otherNetworks in openings) return last.map(() => false);
  const before = { ...openings };
  for (const network of last) before[network] = (before[network] ?? 0) - 1;
  return last.map((network) => {
    const times = before[network] ?? 0;
    const goes = times < mostOfNetwork && lettersOf(before) < mostOfTag;
    before[network] = times + 1;
    return goes;
  });
}
