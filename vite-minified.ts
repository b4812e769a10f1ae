import { readFile } from "node:fs/promises";
import path from "node:path";
import { Features, transform } from "lightningcss";
import { minify, type Plugin, transformWithOxc } from "vite";

const suffix = "?minified";
const prefix = "\0minified:";

/** Minifies a browser script to one expression for browsers since 2020; it may only have type imports. */
async function minifyScript(file: string, source: string): Promise<string> {
  const { code } = await transformWithOxc(source, file, { lang: "ts", target: "es2020", sourcemap: false });
  const body = code.replace(/^export \{\};?$/gm, "");
  if (/^(?:import|export)\b/m.test(body)) throw new Error(`${file} may only import and export types`);
  const { code: small } = await minify(file, `(()=>{${body}\n})()`, { compress: { target: "es2020" }, mangle: true });
  // Scripts may be concatenated.
  return small.trim().replace(/;?$/, ";");
}

/** Minifies a style sheet and converts media query ranges to the older syntax. */
function minifyStyle(filename: string, source: string): string {
  const code = Buffer.from(source);
  return transform({ filename, code, minify: true, include: Features.MediaRangeSyntax }).code.toString();
}

/**
 * Vite plugin: `import text from "./x.ts?minified"` (or `.css`) returns the file's minified text, for pages with inline
 * script and style. Works the same in development, build and tests.
 */
export function minified(): Plugin {
  return {
    name: "minified",
    enforce: "pre",
    resolveId(id, importer) {
      if (!id.endsWith(suffix) || !importer) return null;
      const file = id.slice(0, -suffix.length);
      const folder = file.startsWith("#") ? path.join(import.meta.dirname, "app") : path.dirname(importer);
      // The suffix keeps other plugins from treating the module as a style sheet or TypeScript.
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
