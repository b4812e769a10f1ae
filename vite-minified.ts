import { readFile } from "node:fs/promises";
import path from "node:path";
import { Features, transform } from "lightningcss";
import { build, type Plugin, type Rolldown } from "vite";

const suffix = "?minified";
const prefix = "\0minified:";

/** Bundles and minifies a browser script to one expression for browsers since 2020. Returns it and the files it is from. */
async function minifyScript(file: string): Promise<{ text: string; files: string[] }> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      target: "es2020",
      rolldownOptions: { input: file, output: { format: "iife" } },
    },
  });
  const [script] = (built as Rolldown.RolldownOutput).output;
  // Scripts may be concatenated.
  return { text: script.code.trim().replace(/;?$/, ";"), files: script.moduleIds };
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
      const { text, files } = file.endsWith(".css")
        ? { text: minifyStyle(file, await readFile(file, "utf8")), files: [file] }
        : await minifyScript(file);
      for (const one of files) this.addWatchFile(one);
      return `export default ${JSON.stringify(text)};`;
    },
  };
}
