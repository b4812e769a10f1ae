import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import { sharedNamespaces, sharedWords } from "./app/locales/namespaces.ts";

/** Words that only the server uses: for e-mails, documents and the finder's page. */
const serverOnly =
  /^(accountEmails|caregiverEmail|dataExportFile|errors|finder|finderPage|offlinePage|orderDocuments|posterSheet|receipts|reportEmails|transferEmail)$/;
const address = /^\/assets\/words-(en|ar)-(\w+)-/;
const folder = path.join(import.meta.dirname, "app/locales");

/** Returns a module with the words of one namespace, or of those that every page needs. */
function moduleOf(language: string, name: string): string {
  const namespaces = name === sharedWords ? sharedNamespaces : [name];
  const words = namespaces.map((one) => `"${one}":${readFileSync(`${folder}/${language}/${one}.json`, "utf8")}`);
  return `export default ${JSON.stringify(JSON.parse(`{${words}}`))}`;
}

/**
 * Vite plugin: each namespace becomes a file that a page finds by its name (`wordsAddress`), with one version for all.
 * As modules of the bundle, every page would load a list of all 160.
 */
export function words(): Plugin {
  const files = globSync(`${folder}/{en,ar}/*.json`).sort();
  const texts = files.map((file) => readFileSync(file, "utf8"));
  const version = createHash("sha256").update(texts.join()).digest("hex").slice(0, 8);
  return {
    name: "words",
    config: () => ({ define: { wordsVersion: JSON.stringify(version) } }),
    configureServer({ middlewares, watcher, ws }) {
      middlewares.use(({ url = "" }, answer, next) => {
        const [, language, name] = address.exec(url) ?? [];
        if (language && name) answer.setHeader("content-type", "text/javascript").end(moduleOf(language, name));
        else next();
      });
      watcher.on("change", (file) => files.includes(file) && ws.send({ type: "full-reload" }));
    },
    generateBundle() {
      if (this.environment.name !== "client") return;
      const names = new Set(files.map((file) => path.basename(file, ".json")));
      for (const name of [sharedWords, ...names].filter((one) => !serverOnly.test(one)))
        for (const language of ["en", "ar"]) {
          const fileName = `assets/words-${language}-${name}-${version}.js`;
          this.emitFile({ type: "asset", fileName, source: moduleOf(language, name) });
        }
    },
  };
}
