import { readFile } from "node:fs/promises";
import { createRenditions } from "#app/platform/files/photos.server.ts";
import { readPicture } from "#app/platform/files/read-picture.server.ts";

/** Peak memory of this process in MB. */
async function peak(): Promise<number> {
  const status = await readFile("/proc/self/status", "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

// Loads the libraries before anything is measured.
await createRenditions(
  await import("sharp").then(
    ({ default: sharp }) =>
      () =>
        sharp(tiny()),
  ),
  true,
);
const bytes = await readFile(process.argv[2]!);
const before = process.cpuUsage();
const atRest = process.memoryUsage().rss / 2 ** 20;
const result = await readPicture(bytes, { id: "owner" }, "photo", (picture) => createRenditions(picture, true)).then(
  () => "accepted",
  (error: { code: string }) => error.code,
);
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ result, cpu: (user + system) / 1000, memory: (await peak()) - atRest }));

/** A PNG of one pixel. */
function tiny(): Buffer {
  return Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
}
