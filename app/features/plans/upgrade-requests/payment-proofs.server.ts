import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { withStoredFiles } from "#app/platform/files/files.server.ts";
import { readPicture } from "#app/platform/files/read-picture.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";

type Files = Pick<AppContext, "files">;

const sizes = { small: 480, large: 1600 } as const;
type Size = keyof typeof sizes;

const keyOf = (proofId: string, size: Size) => `proofs/${proofId}/${size}.webp`;

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
  const { small, large, proofImageHash, proofDetailHash } = await readPicture(
    bytes,
    actor,
    "proof",
    async (picture) => ({
      small: await resizeProof(picture(), "small"),
      large: await resizeProof(picture(), "large"),
      proofImageHash: await computeGradients(picture(), coarse),
      proofDetailHash: await computeGradients(picture(), fine),
    }),
  );
  const proofId = createId();
  return withStoredFiles(
    async () => {
      await files.put(keyOf(proofId, "small"), small, "image/webp");
      await files.put(keyOf(proofId, "large"), large, "image/webp");
      const proofSha256 = createHash("sha256").update(bytes).digest("hex");
      return work({ proofId, proofSha256, proofImageHash, proofDetailHash });
    },
    () => removeProof({ files }, proofId),
  );
}

function resizeProof(picture: Sharp, size: Size): Promise<Buffer> {
  return picture.resize({ width: sizes[size], withoutEnlargement: true }).webp({ quality: 82 }).toBuffer();
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
export async function sendProof({ files }: Files, proofId: string | null, isSmall: boolean): Promise<Response> {
  const bytes = proofId ? await files.find(keyOf(proofId, isSmall ? "small" : "large")) : null;
  if (!bytes) throw notFound();
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "image/webp",
      "cache-control": "private, no-store",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
}

async function removeProof({ files }: Files, proofId: string): Promise<void> {
  await files.remove(listProofKeys(proofId));
}

/** Returns a proof's keys in the file storage, the largest last. */
export function listProofKeys(proofId: string): string[] {
  return [keyOf(proofId, "small"), keyOf(proofId, "large")];
}
