import {
  countDifferentBits,
  hashNewPicture,
  hashPicture,
  hashVariants,
  isSamePicture,
  type PictureHashes,
} from "#app/platform/files/picture-hashes.server.ts";
import { createRandom, drawPet, type Scene } from "#tests/pet-pictures.ts";
import { alter, hardAlterations, heldOutAlterations, knownAlterations } from "#tests/picture-alterations.ts";
import type { Figure } from "./figures.ts";

const minFound = 0.95;
/** Others' pictures with which a sent photo is compared: the newest, in conversations and again in reports. */
const comparedPictures = 20_000;
/** Of the minute that the job has. */
const maxSearchSeconds = 10;
const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
const shareOf = (values: boolean[]) => values.filter(Boolean).length / values.length;

/** Measures how many altered copies of drawn photos are recognised, and how many other photos are taken for copies. */
export async function measurePictures(count = 120): Promise<Figure[]> {
  const scenes = Array.from({ length: count }, (_, at): Scene => ({ place: at, animal: at, pose: at }));
  const drawn: Buffer[] = [];
  for (const scene of scenes) drawn.push(await drawPet(scene));
  const stored: PictureHashes[] = [];
  for (const picture of drawn) stored.push(await hashPicture(picture));
  const figures: Figure[] = [];

  const findShare = async (change: (typeof knownAlterations)[string]) => {
    const random = createRandom(41);
    const found: boolean[] = [];
    for (const [at, picture] of drawn.entries())
      found.push(isSamePicture(stored[at]!, await hashVariants(await alter(picture, change, random))));
    return shareOf(found);
  };
  for (const [kind, changes] of Object.entries({ "": knownAlterations, "held out: ": heldOutAlterations }))
    for (const [name, change] of Object.entries(changes)) {
      const found = await findShare(change);
      figures.push({
        what: `Copies recognised, of ${count}: ${kind}${name}`,
        measured: percent(found),
        beside: `≥ ${percent(minFound)}`,
        isMet: found >= minFound,
      });
    }
  for (const [name, change] of Object.entries(hardAlterations))
    figures.push({ what: `… not meant to be found: ${name}`, measured: percent(await findShare(change)), beside: "" });

  const variants = await Promise.all(drawn.map((picture) => hashVariants(picture)));
  const compared = performance.now();
  const bits = stored.flatMap((one, at) =>
    variants.flatMap((other, to) => (at === to ? [] : [countDifferentBits(one, other)])),
  );
  const each = ((performance.now() - compared) / bits.length) * 1000;
  const mistaken = stored.flatMap((one, at) => variants.map((other, to) => at !== to && isSamePicture(one, other)));
  const mistakes = mistaken.filter(Boolean).length;
  figures.push({
    what: `Pictures of other animals elsewhere taken for copies, of ${bits.length} pairs`,
    measured: `${mistakes} (nearest: ${Math.min(...bits)} of 256 bits)`,
    beside: "0",
    isMet: mistakes === 0,
  });
  const alike = async (change: (scene: Scene) => Scene) => {
    const same: boolean[] = [];
    for (const [at, scene] of scenes.entries())
      same.push(isSamePicture(stored[at]!, await hashVariants(await drawPet(change(scene)))));
    return `${same.filter(Boolean).length} of ${count}`;
  };
  // As many as a sent photo is compared with, none of which is its original: every comparison is made.
  const random = createRandom(43);
  const many = Array.from({ length: comparedPictures }, (_, at) =>
    stored[1 + (at % (count - 1))]!.map((word) => word ^ (1 << Math.floor(random() * 32))),
  );
  const began = performance.now();
  const copies = many.filter((one) => isSamePicture(one, variants[0]!)).length;
  const searched = performance.now() - began;
  const hashed = performance.now();
  for (const picture of drawn) await hashNewPicture(picture);
  const eachHashed = (performance.now() - hashed) / count;
  figures.push(
    {
      what: `Comparing a sent photo with ${comparedPictures} pictures`,
      measured: `${(searched / 1000).toFixed(2)} s, ${copies} copies`,
      beside: `≤ ${maxSearchSeconds} s`,
      isMet: searched <= maxSearchSeconds * 1000 && copies === 0,
    },
    { what: "Hashing a sent photo, both ways from one decoding", measured: `${eachHashed.toFixed(0)} ms`, beside: "" },
    {
      what: "… the same animal in the same place a moment later",
      measured: await alike((scene) => ({ ...scene, pose: scene.pose + 1000 })),
      beside: "",
    },
    {
      what: "… another animal in the same place and pose",
      measured: await alike((scene) => ({ ...scene, animal: scene.animal + 1000 })),
      beside: "",
    },
    { what: "Comparing a new picture with a stored one", measured: `${each.toFixed(0)} µs`, beside: "" },
  );
  return figures;
}
