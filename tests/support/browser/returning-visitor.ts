import type { BrowserContext, Page } from '@playwright/test';

/** Tutorial completed, cookie notice accepted, decorations off. */
export const returningVisitorKeys = {
  'tutorial-completed': 'true',
  'tutorial-manual-ai-step-closed': 'true',
  'tutorial-explain-signal-step-closed': 'true',
  'cookie-notice': 'accepted',
  'app-theme': 'basic',
} as const;

/** Keeps what a test has stored. */
export async function returningVisitor(visitor: Page | BrowserContext): Promise<void> {
  await visitor.addInitScript((known) => {
    try {
      for (const [key, value] of Object.entries(known))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    } catch {
      // A page without an origin has no storage.
    }
  }, returningVisitorKeys);
}
