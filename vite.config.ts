import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { icons } from "./vite-icons.ts";
import { minified } from "./vite-minified.ts";
import { precompress } from "./vite-precompress.ts";
import { words } from "./vite-words.ts";

/** The framework, the root route with what it imports, and small parts of the frame around every page. */
const everywhere = new RegExp(
  [
    String.raw`node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]`,
    String.raw`app[\\/](root|layouts[\\/]theme-switch|platform[\\/](ui[\\/](icon|logo|badge-count)|files[\\/]photos|i18n[\\/]store-language))\.tsx?$`,
    "icon:(sun|moon|bell|languages|x)$",
  ].join("|"),
);

export default defineConfig(({ command }) => ({
  plugins: [minified(), icons(), words(), tailwindcss(), reactRouter(), precompress()],
  // The development server looks for no further packages while pages are open: each one found would reload them. Others
  // are served as they are, which works for ES modules; a CommonJS package that browsers load is added here.
  optimizeDeps: {
    noDiscovery: true,
    include: ["@conform-to/react", "@simplewebauthn/browser", "leaflet", "protomaps-leaflet", "qr/decode.js", "sonner"],
  },
  // No preload lists: they would ship with every page.
  build: {
    target: "es2022",
    cssMinify: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith(".css")),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: "assets/[name]-[hash:7].js",
            // What every page loads is one file. Not the entry: it reads what the page has set before it is loaded.
            codeSplitting: { groups: [{ name: "everywhere", test: everywhere }] },
          },
        },
      },
    },
    ssr: {
      // Libraries are bundled too: the process starts in half the time and with 90 MB less memory than if it loaded
      // their two thousand files. Except those with native code, or that load files of their own.
      // In development only Lucide's icons are, because the plugin above must write them for the server too.
      resolve: {
        noExternal: command === "build" || ["lucide-react"],
        external: ["pdfkit", "pg", "pino", "sharp"],
      },
      // The request handler is the server build's entry, so that the process and the bundle share context instances.
      build: { rollupOptions: { input: "./app/server-entry.ts" } },
    },
  },
}));
