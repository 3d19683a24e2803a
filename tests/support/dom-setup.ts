import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, vi } from 'vitest';
import { loadPhrases } from '#web/language/phrase-book.ts';

// Without it React warns about updates outside of `act`, which the library calls itself.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

beforeAll(() => loadPhrases('en'));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});
