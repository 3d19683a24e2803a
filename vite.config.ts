import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: {
    // Zod probes `new Function` while schemas are built, which a policy without 'unsafe-eval' reports as a violation.
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL('./src/web/api/zod-without-eval.ts', import.meta.url)) },
    ],
  },
  // Fonts and pictures stay files: the policy allows them from 'self' only, never from data: addresses.
  build: { assetsInlineLimit: 0, target: 'es2023' },
});
