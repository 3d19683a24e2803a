import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts';
import { buildIfStale } from '../build-if-stale.ts';
import { type Figure, figureOf } from './figure.ts';
import { importPeer } from './peers/import-peer.ts';
import { installPeers } from './peers/install-peers.ts';
import { ownBlockedMs, type TraceEvent } from './own-blocked.ts';
import type { Row } from './row.ts';
import { startProduct } from './start-product.ts';

/** Every public page, in one language each; articles and legal texts are of one build. */
const pages = [
  '/uk/',
  '/en/about-us',
  '/ru/instruction',
  '/uk/wiki',
  '/uk/wiki/martingale-strategy',
  '/ru/record',
  '/en/contest',
  '/en/terms',
  '/ru/privacy-policy',
  '/uk/cookie-policy',
  '/uk/login',
  '/en/register',
  '/ru/forgot-password',
];
const rounds = 3;
const port = 9_333;

/** Of Lighthouse's result what is read here: https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md */
interface Result {
  readonly lhr: {
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<
      Record<string, { readonly score: number | null; readonly numericValue?: number; readonly title: string }>
    >;
  };
  readonly artifacts: { readonly Trace: { readonly traceEvents: readonly TraceEvent[] } };
}
type Visit = Pick<Result, 'lhr'> & { readonly ownBlockedMs: number };
type Lighthouse = (url: string, flags: object) => Promise<Result>;

export const pagesRow: Row = {
  name: 'pages',
  what: 'public pages as Lighthouse sees them on a phone: a slow network and a processor four times slower, both simulated',
  peer: 'none',
  async measure(say) {
    await buildIfStale();
    if (!installPeers(say)) return [];
    const { default: lighthouse } = await importPeer<{ default: Lighthouse }>('lighthouse');
    const product = await startProduct();
    try {
      const figures: Figure[] = [];
      for (const page of pages) figures.push(...figuresOf(page, await visits(lighthouse, product.url + page, say)));
      return figures;
    } finally {
      await product.stop();
    }
  },
};

async function visits(lighthouse: Lighthouse, url: string, say: (line: string) => void): Promise<Visit[]> {
  const results: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { lhr, artifacts } = await withBrowser(() => lighthouse(url, { port, output: 'json', logLevel: 'error' }));
    results.push({ lhr, ownBlockedMs: ownBlockedMs(artifacts.Trace.traceEvents) });
  }
  // Scored audits alone: what is told for information has no score.
  const faults = Object.values(results[0]?.lhr.audits ?? {}).filter(({ score }) => score !== null && score < 0.9);
  say(`${url}: ${faults.map(({ title }) => title).join('; ') || 'nothing to say'}`);
  return results;
}

/** A new one for each visit: nothing is kept from the last. */
async function withBrowser<T>(work: () => Promise<T>): Promise<T> {
  const executablePath = await findChromium();
  const args = [...chromiumArguments, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
  try {
    return await work();
  } finally {
    await browser.close();
  }
}

function figuresOf(page: string, seen: readonly Visit[]): Figure[] {
  const score = (name: string): number[] => seen.map(({ lhr }) => 100 * (lhr.categories[name]?.score ?? 0));
  const value = (name: string, unit: number): number[] =>
    seen.map(({ lhr }) => (lhr.audits[name]?.numericValue ?? Number.NaN) / unit);
  return [
    figureOf(`${page} performance`, 'of 100', score('performance'), { atLeast: 95 }),
    figureOf(`${page} accessibility`, 'of 100', score('accessibility'), { atLeast: 100 }),
    figureOf(`${page} best practices`, 'of 100', score('best-practices'), { atLeast: 100 }),
    figureOf(`${page} search`, 'of 100', score('seo'), { atLeast: 100 }),
    figureOf(`${page} largest paint`, 's', value('largest-contentful-paint', 1_000), { atMost: 1.8 }),
    figureOf(`${page} layout shift`, '', value('cumulative-layout-shift', 1), { atMost: 0.02 }),
    figureOf(`${page} blocked`, 'ms', value('total-blocking-time', 1)),
    figureOf(
      `${page} blocked by its own work`,
      'ms',
      seen.map(({ ownBlockedMs: own }) => own),
    ),
  ];
}
