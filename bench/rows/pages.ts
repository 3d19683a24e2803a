import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '#tests/support/browser/chromium.ts';
import { buildIfStale } from '#scripts/build-if-stale.ts';
import { type Figure, createFigure } from '../figure.ts';
import { importPeer } from '../peers/import-peer.ts';
import { installPeers } from '../peers/install-peers.ts';
import { ownBlockedMs, type TraceEvent } from '../own-blocked.ts';
import { phoneSlowdown } from '../phone-slowdown.ts';
import type { Row } from '../row.ts';
import { startProduct } from '../setup/start-product.ts';
import { processorTimes, stolenShare } from '../stolen-share.ts';

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
const isReckoned = Boolean(process.env['SIMULATED']);

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
  readonly artifacts: { readonly Trace: { readonly traceEvents: readonly TraceEvent[] } };
}
type Visit = Pick<Result, 'lhr'> & { readonly ownBlockedMs: number; readonly stolen: number };
type Lighthouse = (url: string, flags: object) => Promise<Result>;

export const pagesRow: Row = {
  name: 'pages',
  what: 'public pages as Lighthouse sees them on a phone: a slow network and a processor as slow as a phone of the middle range',
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
      const figures = [index, createFigure('slowed', 'times', [slowdown])];
      for (const page of pages) {
        const seen: Visit[] = [];
        for (let round = 0; round < rounds; round += 1) seen.push(await visit(page, slowdown));
        print(`${page}: ${getErrors(seen[0]) || 'nothing to say'}`);
        figures.push(...computeFigures(page, seen));
      }
      return figures;
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
    const before = processorTimes();
    const { lhr, artifacts } = await withBrowser(() => lighthouse(url, flags));
    const stolen = stolenShare(before, processorTimes());
    // With applied throttling the measured CPU time already includes the slowdown, because the
    // browser spins meanwhile.
    const own = ownBlockedMs(artifacts.Trace.traceEvents, isReckoned ? slowdown : 1);
    if (!lhr.runtimeError) return { lhr, stolen, ownBlockedMs: own };
    if (isSecond) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    print(`${url}: visited once more: ${lhr.runtimeError.message}`);
  }
}

/**
 * Network and CPU are slowed while the page loads ("applied throttling"). Lighthouse can also load
 * the page at full speed and simulate the throttling: then everything that delays the page's thread
 * in that one second, above all the browser's own rendering without a GPU, is multiplied as if it
 * were the page's work (docs/measurements.md). SIMULATED=1 simulates.
 */
const howSlow = (slowdown: number): object => ({
  throttlingMethod: isReckoned ? 'simulate' : 'devtools',
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

function computeFigures(page: string, seen: readonly Visit[]): Figure[] {
  const score = (name: string): number[] => seen.map(({ lhr }) => 100 * (lhr.categories[name]?.score ?? 0));
  const value = (name: string, unit: number): number[] =>
    seen.map(({ lhr }) => (lhr.audits[name]?.numericValue ?? Number.NaN) / unit);
  return [
    createFigure(`${page} performance`, 'of 100', score('performance'), { atLeast: 90 }),
    createFigure(`${page} accessibility`, 'of 100', score('accessibility'), { atLeast: 100 }),
    createFigure(`${page} best practices`, 'of 100', score('best-practices'), { atLeast: 100 }),
    createFigure(`${page} search`, 'of 100', score('seo'), { atLeast: 100 }),
    createFigure(`${page} largest paint`, 's', value('largest-contentful-paint', 1_000), { atMost: 2 }),
    createFigure(`${page} layout shift`, '', value('cumulative-layout-shift', 1), { atMost: 0.02 }),
    createFigure(`${page} blocked`, 'ms', value('total-blocking-time', 1)),
    createFigure(
      `${page} blocked by its own work`,
      'ms',
      seen.map(({ ownBlockedMs: own }) => own),
    ),
    createFigure(
      `${page} given to other machines meanwhile`,
      '%',
      seen.map(({ stolen }) => 100 * stolen),
    ),
  ];
}
