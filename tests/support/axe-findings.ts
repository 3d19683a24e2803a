import type { Page } from '@playwright/test';
import axe from 'axe-core';

type Axe = typeof axe;

/**
 * What axe says of the page as it stands, one line a rule. The source goes in once a document and the result is asked for in
 * place: the builder of @axe-core/playwright sends it for every question and opens a page of its own to finish each.
 */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const here = globalThis as unknown as { axe: Axe };
    const { violations } = await here.axe.run(
      { exclude: ['iframe'] },
      { resultTypes: ['violations'], elementRef: false, ...(only ? { runOnly: [...only] } : {}) },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }, rules);
}
