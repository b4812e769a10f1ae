import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { encodeDemoPhoto, listDemoPhotos } from "./encode.ts";
import { encodedFolder, fingerprintsFile, getFingerprint } from "./encoded-photos.ts";

// Run `node seed/pictures/draw.ts` after a change of a drawing or of how photos are encoded. Seeding only copies.
const root = process.cwd();
await rm(encodedFolder(root), { recursive: true, force: true });
const fingerprints: Record<string, string> = {};
for (const photo of await listDemoPhotos(root)) {
  const folder = path.join(encodedFolder(root), photo.name);
  await mkdir(folder, { recursive: true });
  const renditions = await encodeDemoPhoto(photo);
  for (const { width, format, data } of renditions) await writeFile(path.join(folder, `${width}.${format}`), data);
  fingerprints[photo.name] = getFingerprint(photo.source, renditions);
}
await writeFile(fingerprintsFile(root), `${JSON.stringify(fingerprints, null, 2)}\n`);
