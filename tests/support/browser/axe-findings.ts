import type { Page } from '@playwright/test';
import axe from 'axe-core';

type Axe = typeof axe;

/** Which rules are checked; by default all of them. */
export interface AxeRules {
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

/**
 * axe's findings on the current page, one line per rule. The source is injected once per document
 * and the result is requested in place: the builder of @axe-core/playwright injects it for every
 * call and opens a new page to finish each.
 */
export async function axeFindings(page: Page, rules: AxeRules = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async ({ only, without = [] }) => {
    const here = globalThis as unknown as { axe: Axe };
    const { violations } = await here.axe.run(
      { exclude: ['iframe'] },
      {
        resultTypes: ['violations'],
        elementRef: false,
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        ...(only ? { runOnly: [...only] } : {}),
      },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }, rules);
}
