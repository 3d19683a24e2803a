import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '#tests/support/browser/chromium.ts';
import { buildIfStale } from '#scripts/build-web.ts';
import { type Figure, createFigure, type Goal, quantile } from '../figure.ts';
import { importPeer } from '../peers/import-peer.ts';
import { installPeers } from '../peers/install-peers.ts';
import { timeNavigation } from '../navigation.ts';
import { phoneSlowdown } from '../phone-slowdown.ts';
import type { Row } from '../row.ts';
import { startProduct } from '../setup/start-program.ts';

/** Every public page, in one language each; articles and legal texts share one template. */
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
/** The index of a single visit is off by half when other processes use the machine. */
const calibrations = 5;
const port = 9_333;

/**
 * Lighthouse's own phone profile, "slow 4G", except for the CPU: `throttling.mobileSlow4G` in its
 * core/config/constants.js.
 */
const slowNetwork = {
  rttMs: 150,
  throughputKbps: 1.6 * 1024,
  requestLatencyMs: 150 * 3.75,
  downloadThroughputKbps: 1.6 * 1024 * 0.9,
  uploadThroughputKbps: 750 * 0.9,
};

/**
 * The fields of Lighthouse's result that are read here:
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md
 */
interface Result {
  readonly lhr: {
    readonly environment: { readonly benchmarkIndex: number };
    readonly runtimeError?: { readonly message: string };
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<
      Record<string, { readonly score: number | null; readonly numericValue?: number; readonly title: string }>
    >;
  };
}
type Visit = Pick<Result, 'lhr'>;
type Lighthouse = (url: string, flags: object) => Promise<Result>;

export const pagesRow: Row = {
  name: 'pages',
  what: 'public pages as Lighthouse sees them on a phone: a slow network and a processor as slow as a phone of the middle range; and a trader who goes through the app with it',
  peer: 'none',
  async measure(print) {
    await buildIfStale();
    if (!installPeers(print)) return [];
    const { default: lighthouse } = await importPeer<{ default: Lighthouse }>('lighthouse');
    const product = await startProduct();
    try {
      const visit = (page: string, slowdown: number): Promise<Visit> =>
        visitPage({ lighthouse, url: product.url + page, slowdown, print });
      const index = await benchmarkIndex((slowdown) => visit('/uk/terms', slowdown));
      const slowdown = phoneSlowdown(index.value);
      const medians: PageMedians[] = [];
      for (const page of pages) {
        const seen: Visit[] = [];
        for (let round = 0; round < rounds; round += 1) seen.push(await visit(page, slowdown));
        const own = computeMedians(page, seen);
        print(`${JSON.stringify(own)}; ${getErrors(seen[0]) || 'nothing to say'}`);
        medians.push(own);
      }
      return [
        index,
        createFigure('slowed', 'times', [slowdown]),
        ...computeFigures(medians),
        ...(await timeNavigation(product.url, slowdown)),
      ];
    } finally {
      await product.stop();
    }
  },
};

/** The speed of this machine as Lighthouse's benchmark index. */
async function benchmarkIndex(visit: (slowdown: number) => Promise<Visit>): Promise<Figure> {
  const indexes: number[] = [];
  for (let i = 0; i < calibrations; i += 1) indexes.push((await visit(1)).lhr.environment.benchmarkIndex);
  return createFigure('BenchmarkIndex of this machine', '', indexes);
}

interface Wanted {
  readonly lighthouse: Lighthouse;
  readonly url: string;
  readonly slowdown: number;
  readonly print: (line: string) => void;
}

/**
 * A visit in which Lighthouse saw no paint is invalid and repeated once; a second one in a row
 * throws.
 */
async function visitPage({ lighthouse, url, slowdown, print }: Wanted): Promise<Visit> {
  const flags = { port, output: 'json', logLevel: 'error', ...howSlow(slowdown) };
  for (let isSecond = false; ; isSecond = true) {
    const { lhr } = await withBrowser(() => lighthouse(url, flags));
    if (!lhr.runtimeError) return { lhr };
    if (isSecond) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    print(`${url}: visited once more: ${lhr.runtimeError.message}`);
  }
}

/**
 * Network and CPU are slowed while the page loads ("applied throttling"). Simulated throttling would multiply everything
 * that delays the page's thread, above all the browser's own rendering without a GPU, as if it were the page's work.
 */
const howSlow = (slowdown: number): object => ({
  throttlingMethod: 'devtools',
  throttling: { ...slowNetwork, cpuSlowdownMultiplier: slowdown },
});

/** Scored audits only: informational audits have no score. */
const getErrors = (visit?: Visit): string =>
  Object.values(visit?.lhr.audits ?? {})
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ title }) => title)
    .join('; ');

/** A new browser for each visit, so that nothing is cached from the last. */
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

/** Medians over the visits to a page. */
interface PageMedians {
  readonly page: string;
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly search: number;
  readonly largestPaintS: number;
  readonly shift: number;
}

function computeMedians(page: string, seen: readonly Visit[]): PageMedians {
  const median = (toValue: (visit: Visit) => number): number => quantile(seen.map(toValue), 0.5);
  const score = (name: string): number => median(({ lhr }) => 100 * (lhr.categories[name]?.score ?? 0));
  const value = (name: string): number => median(({ lhr }) => lhr.audits[name]?.numericValue ?? Number.NaN);
  return {
    page,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    search: score('seo'),
    largestPaintS: value('largest-contentful-paint') / 1_000,
    shift: value('cumulative-layout-shift'),
  };
}

/** The page that is worst at each, which the figure names. */
function computeFigures(medians: readonly PageMedians[]): Figure[] {
  const lowest = (what: string, toValue: (one: PageMedians) => number, atLeast: number): Figure => {
    const [worst] = medians.toSorted((a, b) => toValue(a) - toValue(b));
    const name = `the lowest ${what} of ${medians.length} pages, \`${worst?.page}\``;
    return createFigure(name, 'of 100', worst ? [toValue(worst)] : [], { atLeast });
  };
  const highest = (what: string, unit: string, toValue: (one: PageMedians) => number, goal: Goal): Figure => {
    const [worst] = medians.toSorted((a, b) => toValue(b) - toValue(a));
    return createFigure(`${what}, \`${worst?.page}\``, unit, worst ? [toValue(worst)] : [], goal);
  };
  return [
    lowest('performance', (one) => one.performance, 90),
    lowest('accessibility', (one) => one.accessibility, 100),
    lowest('best practices', (one) => one.bestPractices, 100),
    lowest('search', (one) => one.search, 100),
    highest('the latest largest paint', 's', (one) => one.largestPaintS, { atMost: 2 }),
    highest('the largest layout shift', '', (one) => one.shift, { atMost: 0.02 }),
  ];
}
