import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `facedown serve` listens while you work on the client with `npm run dev`. */
const server = process.env["FACEDOWN_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/facedown/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true },
    },
  },
  // Without this, Vitest would load Svelte's server-side build and no component could be mounted.
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  // Machines are slow at times; no test measures how fast they are.
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});
