import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withStoredFiles } from "#app/platform/files/files.server.ts";
import {
  addPrivatePicture,
  encodePrivatePicture,
  listPrivatePictureKeys,
  sendPrivatePicture,
} from "#app/platform/files/private-pictures.server.ts";
import { readPicture } from "#app/platform/files/read-picture.server.ts";

type Files = Pick<AppContext, "files">;

export interface Proof {
  proofId: string;
  proofSha256: string;
  proofImageHash: string;
  proofDetailHash: string;
}

/**
 * Stores an optional proof of payment before `work`, and deletes it when `work` fails. Proofs are stored separately
 * from photos, which are public; only `sendProof` serves them. Rejects what `readPicture` rejects.
 */
export async function withProof<Result>(
  { files }: Files,
  actor: { id: string },
  proof: File | undefined,
  work: (proof: Proof | null) => Promise<Result>,
): Promise<Result> {
  if (!proof) return work(null);
  const bytes = new Uint8Array(await proof.arrayBuffer());
  const { encoded, proofImageHash, proofDetailHash } = await readPicture(bytes, actor, "proof", async (picture) => ({
    encoded: await encodePrivatePicture(picture),
    proofImageHash: await computeGradients(picture(), coarse),
    proofDetailHash: await computeGradients(picture(), fine),
  }));
  const proofId = await addPrivatePicture(files, "proofs", encoded);
  const proofSha256 = createHash("sha256").update(bytes).digest("hex");
  return withStoredFiles(
    () => work({ proofId, proofSha256, proofImageHash, proofDetailHash }),
    () => files.remove(listProofKeys(proofId)),
  );
}

interface Grid {
  columns: number;
  rows: number;
  /** Minimum difference of neighbouring grey levels (of 256) to count; smaller ones result from recompression. */
  threshold: number;
}

const coarse: Grid = { columns: 16, rows: 16, threshold: 3 };
const fine: Grid = { columns: 64, rows: 96, threshold: 12 };

/**
 * Returns bits that hardly change when an image is scaled or recompressed: whether each cell of a grid is darker than
 * its right neighbour (dHash, N. Krawetz 2013).
 */
async function computeGradients(picture: Sharp, { columns, rows, threshold }: Grid): Promise<string> {
  const width = columns + 1;
  const grey = await picture
    .flatten({ background: "#fff" })
    .greyscale()
    .resize({ width, height: rows, fit: "fill" })
    .raw()
    .toBuffer();
  const bits = Array.from({ length: columns * rows }, (_, spot) => {
    const at = Math.floor(spot / columns) * width + (spot % columns);
    return (grey[at + 1] ?? 0) - (grey[at] ?? 0) > threshold ? "1" : "0";
  });
  return bits.join("");
}

/** Returns the image as an uncacheable response; 404 when there is none. The caller must check access. */
export const sendProof = ({ files }: Files, proofId: string | null, isSmall: boolean) =>
  sendPrivatePicture(files, "proofs", proofId, isSmall ? "small" : "large");

/** Returns a proof's keys in the file storage, the largest last. */
export const listProofKeys = (proofId: string) => listPrivatePictureKeys("proofs", proofId);
