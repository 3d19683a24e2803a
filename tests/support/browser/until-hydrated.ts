import type { Page } from '@playwright/test';

/** Until React handles the input of this element; before, the browser handles a click itself. */
export const untilHydrated = async (page: Page, selector = 'main'): Promise<void> => {
  await page.waitForFunction(
    (wanted) => Object.keys(document.querySelector(wanted) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  );
};
