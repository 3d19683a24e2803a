import 'virtual:brand.css';
import '#web/styles/app.css';
import { afterEach, beforeAll, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { worker } from './fake-server.ts';

// Files share loaded modules, and so the worker.
beforeAll(async () => {
  if (worker.readyState !== 1) await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
  await loadPhrases('en');
});

afterEach(async () => {
  await cleanup();
  worker.resetHandlers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});
