import { createServer, type Plugin } from 'vite';
import { msw } from 'msw/vite';
import { writeFonts } from './write-fonts.ts';

/**
 * npm run dev
 * The screens on an API that is faked in the browser (the fakes of the tests), with changes shown as they are saved:
 * http://localhost:5173/uk/signal. No database, no market, and every password but Kurs-demo-1 is wrong.
 */
await writeFonts('build/fonts');
const server = await createServer({ appType: 'custom', plugins: [msw({ mode: 'worker-only' }), servePage()] });
await server.listen();
server.printUrls();

/** One document for every address: the app renders it. */
function servePage(): Plugin {
  return {
    name: 'page',
    configureServer: (vite) => () => {
      vite.middlewares.use((request, response, next) => {
        const html =
          '<!doctype html><html><head></head><body><script type="module" src="/tests/support/components/dev-page.ts"></script></body></html>';
        vite.transformIndexHtml(request.originalUrl ?? '/', html).then((page) => response.end(page), next);
      });
    },
  };
}
