import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The browser's part is built twice (scripts/web/): for the browser, and once to write the public pages with. */
export default defineConfig({
  plugins: [tailwindcss()],
  resolve: {
    // Zod probes `new Function` while schemas are built, which a policy without 'unsafe-eval' reports as a violation.
    alias: [
      // The part of it that we use, a tenth of its weight; one test holds the two against each other.
      {
        find: /^react-router$/,
        replacement: fileURLToPath(new URL('./src/web/small-router/small-router.tsx', import.meta.url)),
      },
      { find: /^zod$/, replacement: fileURLToPath(new URL('./src/web/api/zod-without-eval.ts', import.meta.url)) },
    ],
  },
  // Fonts and pictures stay files: the policy allows them from 'self' only, never from data: addresses.
  build: { assetsInlineLimit: 0, target: 'es2023', modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two files that every page loads instead of forty that no browser compresses or fetches well: the libraries,
            // which change seldom, and ours.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
                { name: 'frame', test: /src\/web\/(main|layouts\/(page-frame|header|footer))\.tsx$/, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
