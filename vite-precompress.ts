import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(js|css|svg|json|webmanifest|txt)$/;
/** Minimum file size in bytes for which compression pays off. */
const minBytes = 400;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < minBytes) return;
  const size = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotli(bytes, { params: size }), zip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** Vite plugin that writes `.br` and `.gz` versions of the client's files after the build. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    buildApp: {
      order: "post",
      async handler(builder) {
        const { root, build } = builder.environments.client!.config;
        const folder = path.resolve(root, build.outDir);
        const files = await readdir(folder, { recursive: true, withFileTypes: true });
        const wanted = files.filter((entry) => entry.isFile() && compressible.test(entry.name));
        await Promise.all(wanted.map((entry) => compressFile(path.join(entry.parentPath, entry.name))));
      },
    },
  };
}
