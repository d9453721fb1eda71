import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The gallery as the tests look at it: built once, since its sources are hundreds of requests a page. */
export default defineConfig({
  plugins: [svelte()],
  base: "./",
  publicDir: false,
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    minify: false,
    reportCompressedSize: false,
    rollupOptions: { input: "src/games/gallery/index.html" },
  },
});
