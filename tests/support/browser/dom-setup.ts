import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { loadPhrases } from '#web/language/phrase-book.ts';

// Without it React warns about updates outside of `act`, which the library calls itself.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// On a busy machine the default of one second would measure speed.
configure({ asyncUtilTimeout: 20_000 });

// happy-dom has no popovers.
HTMLElement.prototype.hidePopover = () => undefined;

beforeAll(() => loadPhrases('en'));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

// Files share loaded modules: a page that a link preloads must not outlive the DOM of its test.
afterAll(() => vi.dynamicImportSettled());
