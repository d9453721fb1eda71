import { svelte } from "@sveltejs/vite-plugin-svelte";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";

/** Where `facedown serve` listens while you work on the client with `npm run dev`. */
const server = process.env["FACEDOWN_SERVER"] ?? "http://127.0.0.1:8000";

const PATIENCE = 3; // seconds for the network, before what is kept on the device takes its place

/** The page as an app: what is on the home screen, and what opens without network.  See src/device. */
const app = VitePWA({
  registerType: "prompt",
  injectRegister: false, // src/device/offline.ts does, after the first load
  includeManifestIcons: true,
  manifest: {
    id: "/",
    name: "Facedown",
    short_name: "Facedown",
    description: "Card games in which something lies face down, for friends and bots.",
    lang: "en",
    categories: ["games"],
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#081511",
    theme_color: "#0b241d",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  },
  workbox: {
    globPatterns: ["index.html", "assets/*.{js,css,svg,woff2}"],
    inlineWorkboxRuntime: true,
    importScripts: ["/notices.js"],
    sourcemap: false,
    clientsClaim: true,
    cleanupOutdatedCaches: true,
    // Addresses are answered by the server as long as it is there: the page is always the one that fits it.
    directoryIndex: null,
    navigateFallback: null,
    runtimeCaching: [
      {
        urlPattern: ({ request, url }) => request.mode === "navigate" && !url.pathname.startsWith("/api/"),
        handler: "NetworkFirst",
        options: {
          networkTimeoutSeconds: PATIENCE,
          plugins: [{ cacheWillUpdate: async () => null }], // what is kept is the page as it was installed
          precacheFallback: { fallbackURL: "index.html" },
        },
      },
      {
        // What is the same for everybody.  Nothing of a table is ever kept: it may be for one person's eyes only.
        urlPattern: ({ sameOrigin, url }) => sameOrigin && /^\/api\/(games|lessons)(\/[^/]+)?$/.test(url.pathname),
        handler: "NetworkFirst",
        options: { cacheName: "books", networkTimeoutSeconds: PATIENCE, cacheableResponse: { statuses: [200] } },
      },
    ],
  },
});

/**
 * What is loaded in one piece: a page asks for few files, each large enough to be worth its way over a slow line.
 *
 * Home has what it needs at once; then come what tables share, and each game by itself.  What is named first is taken
 * first, with all that it imports.
 */
const PIECES = {
  home: { tags: ["$initial" as const] },
  own: { test: /src\/(faces|device\/(?!offline)|net\/(history|mine)|sound\/attention)/ },
  offline: { test: /src\/device\/offline|pwa-register|workbox-window/ },
  table: { test: /src\/(kit|lesson|net|scenes|sound|pages\/(table|TablePage|Lobby|Chairs))|@noble\/hashes/ },
  circle: { test: /src\/games\/clocktower\/(circle|scripts\/[a-z])/ },
};
const GAME = /src\/games\/([^/]+)\/(?!free|scripts|art)/;

const pieces = [
  ...Object.entries(PIECES).map(([name, what], i) => ({ name, ...what, priority: 9 - i })),
  { name: (id: string) => GAME.exec(id)?.[1] ?? null },
];

export default defineConfig({
  plugins: [svelte(), app],
  build: {
    rolldownOptions: { output: { codeSplitting: { groups: pieces } } },
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
  // Machines are slow at times; no test measures how fast they are.  Threads start in two thirds of a process's time.
  test: { include: ["src/**/*.test.ts"], pool: "threads", testTimeout: 60_000, hookTimeout: 60_000 },
});
