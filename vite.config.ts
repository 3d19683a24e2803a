import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { createGroups } from './scripts/web/group-chunks.ts';

/** The browser's part is built twice (scripts/web/): for the browser, and once to write the public pages with. */
export default defineConfig({
  plugins: [tailwindcss()],
  resolve: {
    // Zod probes `new Function` while schemas are built, which a policy without 'unsafe-eval' reports as a violation.
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL('./src/web/api/zod-without-eval.ts', import.meta.url)) },
    ],
  },
  // Fonts and pictures stay files: the policy allows them from 'self' only, never from data: addresses.
  // What a page needs is preloaded from its HTML; a list of what every import needs would weigh more than it saves.
  build: { assetsInlineLimit: 0, target: 'es2023', modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: createGroups() }] },
          },
        },
      },
    },
  },
});
