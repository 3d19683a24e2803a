import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { brandPlugin } from './scripts/web/brand-plugin.ts';
import { brandFolder } from './src/server/config/brand.ts';

/**
 * The web client is built twice (scripts/web/): for the browser, and once to prerender the public
 * pages.
 */
export default defineConfig({
  plugins: [tailwindcss(), brandPlugin(brandFolder(process.env.BRAND_DIR))],
  resolve: {
    // Zod probes `new Function` while schemas are built, which a policy without 'unsafe-eval' reports as a violation.
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL('./src/web/api/zod-without-eval.ts', import.meta.url)) },
    ],
  },
  // Fonts and pictures stay files, because the content security policy allows them from 'self'
  // only, never from data: addresses. A page's HTML preloads what it needs; a list of the
  // dependencies of every import would add 5 KB to each page.
  build: { assetsInlineLimit: 0, target: 'es2023', modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Without groups every icon and every small module shared by two pages becomes a file:
            // 79 requests on the home page.
            codeSplitting: {
              groups: [
                { name: 'libraries', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
                {
                  name: 'shared',
                  test: /(lucide-react|src[\\/](domain(?!.*(email-typo|password|audit-action))|web[\\/](ui(?!.*(form[\\/]|action-dialog|state-card))|language(?!.*own-zone)|layouts|session(?!.*(choose-password|reset-form))|theme|storage|routing)))[\\/]|use-action\.ts$/,
                  minShareCount: 3,
                },
                // What a visitor of the home page never sees.
                { name: 'forms', test: /src[\\/]web[\\/]ui[\\/]form[\\/]/, minShareCount: 3 },
                { name: 'dialogs', test: /src[\\/]web[\\/]ui[\\/]/, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
});
