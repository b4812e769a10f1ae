import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { sharedNamespaces } from "./app/locales/namespaces.ts";
import { minified } from "./vite-minified.ts";
import { precompress } from "./vite-precompress.ts";
import { withoutUnusedParts } from "./vite-unused-parts.ts";

/** Modules used by every page, in one chunk, which compresses better than twenty. */
const sharedModules = [
  /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next|use-sync-external-store)[\\/]/,
  /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
  // An icon smaller than the head of a file.
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]check\.mjs$/,
  /app[\\/]root\.tsx/,
  /app[\\/]platform[\\/](ui[\\/](cx|button|spinner|logo|toasts[\\/]toaster)|i18n[\\/](language|money\.rules|sent-zone\.rules))\.tsx?$/,
  /app[\\/](locales[\\/](load-namespaces|namespaces|i18n)|layouts[\\/](error-view|navigation-progress|page-title|live-session)|features[\\/]users[\\/]use-viewer)\.tsx?$/,
];

/** Modules of all layouts, and below of one layout each, with their icons. */
const layoutModules = [
  /app[\\/]layouts[\\/](language-switch|menu-opener|navigation|side-nav|sign-out-button|theme-switch)\.tsx?$/,
  /app[\\/]platform[\\/]ui[\\/]overlays[\\/]sheet\.tsx$/,
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](x|search)\.mjs$/,
];
const siteLayout = /app[\\/]layouts[\\/]site[\\/](cart-button|site-navigation)\.tsx?$/;
const ownerLayout = /app[\\/]layouts[\\/]owner[\\/](inbox-bell|owner-navigation)\.tsx?$/;

/**
 * Parts used by many pages, in three chunks: what also a shared pet's page shows, what forms need, and the rest. Each in
 * a file of its own, a page would load forty files, most of them smaller than the headers of their requests.
 */
const basicParts = [/app[\\/]platform[\\/]ui[\\/](chip|ltr|notice|photo|drawings[\\/]drawing)\.tsx$/];
const formParts = [/app[\\/]platform[\\/](ui|http)[\\/]forms[\\/](?!form-errors)/];
const pageParts = [
  /app[\\/]platform[\\/]ui[\\/](card|direction-icon|lists[\\/]empty-state)\.tsx$/,
  /app[\\/]platform[\\/]ui[\\/](overlays|page|toasts)[\\/]/,
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?!chevron-down|octagon|triangle)/,
];

const isOneOf = (patterns: RegExp[]) => (id: string) => patterns.some((one) => one.test(id));

/** Translations used by every page, one chunk per language. */
const sharedTranslations = (language: string) =>
  new RegExp(`app[\\\\/]locales[\\\\/]${language}[\\\\/](${sharedNamespaces.join("|")})\\.json$`);

export default defineConfig(({ command }) => ({
  plugins: [minified(), withoutUnusedParts(), tailwindcss(), reactRouter(), precompress()],
  // No preload lists: they would ship with every page.
  build: {
    target: "es2022",
    cssMinify: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith(".css")),
    },
  },
  // React has had this hook since version 18; the shim would ship with every page.
  resolve: { alias: { "use-sync-external-store/shim": "react" } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The shared chunk names every file with translations: hashes as short as the bundler allows, nothing else.
            chunkFileNames: ({ moduleIds }) =>
              `assets/${moduleIds.length === 1 && moduleIds[0]?.endsWith(".json") ? "" : "[name]-"}[hash:7].js`,
            codeSplitting: {
              groups: [
                { name: "everywhere", test: isOneOf(sharedModules), priority: 2 },
                { name: "frame", test: isOneOf(layoutModules), priority: 2 },
                { name: "site-frame", test: siteLayout, priority: 1 },
                { name: "owner-frame", test: ownerLayout, priority: 1 },
                { name: "basics", test: isOneOf(basicParts) },
                { name: "forms", test: isOneOf(formParts), minShareCount: 20 },
                { name: "parts", test: isOneOf(pageParts), minShareCount: 30 },
                ...["en", "ar"].map((language) => ({ name: `words-${language}`, test: sharedTranslations(language) })),
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Libraries are bundled too: the process starts in half the time and with 90 MB less memory than if it loaded
      // their two thousand files. Except those with native code, or that load files of their own.
      resolve: { noExternal: command === "build" || undefined, external: ["pdfkit", "pg", "pino", "sharp"] },
      // The request handler is the server build's entry, so that the process and the bundle share context instances.
      build: { rollupOptions: { input: "./app/server-entry.ts" } },
    },
  },
}));
