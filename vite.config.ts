import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { precompress } from "./vite-precompress.ts";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), precompress()],
  build: { target: "es2022", cssMinify: true },
  environments: {
    // The request handler itself is the server build, so that the shell and the bundle share one set of contexts.
    ssr: { build: { rollupOptions: { input: "./app/handler.ts" } } },
  },
});
