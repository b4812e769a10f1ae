import { readFile } from "node:fs/promises";
import path from "node:path";
import { Features, transform } from "lightningcss";
import { minify, type Plugin, transformWithOxc } from "vite";

const suffix = "?minified";
const prefix = "\0minified:";

/** A browser script as one minified expression for browsers of 2020 and later. It may import types only. */
async function minifyScript(file: string, source: string): Promise<string> {
  const { code } = await transformWithOxc(source, file, { lang: "ts", target: "es2020", sourcemap: false });
  const body = code.replace(/^export \{\};?$/gm, "");
  if (/^(?:import|export)\b/m.test(body)) throw new Error(`${file} may only import and export types`);
  const { code: small } = await minify(file, `(()=>{${body}\n})()`, { compress: { target: "es2020" }, mangle: true });
  // Several scripts may be put one behind another.
  return small.trim().replace(/;?$/, ";");
}

/** A style sheet, minified; ranges in media queries are written the old way, which every browser reads. */
function minifyStyle(filename: string, source: string): string {
  const code = Buffer.from(source);
  return transform({ filename, code, minify: true, include: Features.MediaRangeSyntax }).code.toString();
}

/**
 * `import text from "./x.ts?minified"` (or `.css`) gives a file's minified text, for pages that carry their script and
 * style inside. The same in development, in the build and in tests.
 */
export function minified(): Plugin {
  return {
    name: "minified",
    enforce: "pre",
    resolveId(id, importer) {
      if (!id.endsWith(suffix) || !importer) return null;
      const file = id.slice(0, -suffix.length);
      const folder = file.startsWith("#") ? path.join(import.meta.dirname, "app") : path.dirname(importer);
      // The ending keeps other plugins from taking the module for a style sheet or for TypeScript.
      return `${prefix}${path.resolve(folder, file.replace(/^#app\//, ""))}.js`;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const file = id.slice(prefix.length, -".js".length);
      this.addWatchFile(file);
      const source = await readFile(file, "utf8");
      const text = file.endsWith(".css") ? minifyStyle(file, source) : await minifyScript(file, source);
      return `export default ${JSON.stringify(text)};`;
    },
  };
}
