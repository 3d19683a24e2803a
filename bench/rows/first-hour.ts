import { type Browser, chromium } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '#scripts/build-if-stale.ts';
import { freePort } from '#server/database/embedded/free-port.ts';
import { chromiumArguments, findChromium } from '#tests/support/browser/chromium.ts';
import { type Figure, createFigure } from '../figure.ts';
import { timeFirstLiveSignal } from '../first-live-signal.ts';
import { firstSignal, type Newcomer } from '../newcomer.ts';
import type { Row } from '../row.ts';
import { type Program, startProgram } from '../setup/start-program.ts';
import { watchText } from '../load/text-watch.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const visits = [
  { lang: 'en', width: 390, height: 844 },
  { lang: 'uk', width: 1440, height: 900 },
] as const;

/** In the evening of New York, when an uncalibrated model states nothing above one half, and by day. */
const times = [
  { hour: 0, minute: 10 },
  { hour: 10, minute: 0 },
] as const;

export const firstHourRow: Row = {
  name: 'first-hour',
  what: 'from the address to the first signal of a model and its result, at two hours of the day; a clean clone of HEAD: from npm start to the address, then from the home page to the first settled signal as a new user',
  peer: 'none',
  isOnRequest: true,
  async measure(print) {
    const folder = mkdtempSync(join(tmpdir(), 'kurs-first-hour-'));
    // The database of a root user belongs to another user, who needs access to the folder.
    chmodSync(folder, 0o711);
    try {
      await buildIfStale();
      const figures = [];
      for (const time of times) figures.push(...(await timeFirstLiveSignal(time, print)));
      const clone = join(folder, 'kurs');
      execFileSync('git', ['clone', '--quiet', repository, clone]);
      print('npm start on a clean clone');
      const product = await startClone(clone);
      try {
        const started = createFigure('npm start to the address', 's', [product.startedInMs / 1000]);
        const quiet = createFigure('longest silence of the terminal', 's', [product.longestSilenceMs / 1000], {
          atMost: 60,
        });
        figures.push(started, quiet);
        for (const visit of visits) figures.push(...(await timeVisit(visit, product.url, print)));
        return figures;
      } finally {
        await product.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/**
 * What `npm start` runs, with nothing installed, built or stored yet. On a known port, because the
 * broker has no return link on a dynamic one.
 */
async function startClone(clone: string): Promise<Program> {
  const { HOME = '', NODE_EXTRA_CA_CERTS } = process.env;
  return startProgram([join(clone, 'scripts/run.mjs'), 'start'], {
    HOME,
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
    PORT: String(await freePort()),
  });
}

async function timeVisit(
  { lang, width, height }: (typeof visits)[number],
  url: string,
  print: (line: string) => void,
): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      viewport: { width, height },
      locale: lang,
      isMobile: width < 720,
      hasTouch: width < 720,
    });
    const page = await context.newPage();
    const startedAt = performance.now();
    const steps: { readonly what: string; readonly at: number }[] = [];
    const done: Newcomer['done'] = (step) => {
      const at = performance.now();
      steps.push({ what: `${lang} ${width}: ${step}`, at });
      print(`${((at - startedAt) / 1000).toFixed(1)} s ${lang} ${width}: ${step}`);
    };
    const watch = watchText(context);
    await firstSignal({ page, lang, done }, url);
    const { ms, endedAt } = await watch.stop();
    const before = steps.find(({ at }) => at >= endedAt)?.what ?? '';
    const figures = steps.map(({ what, at }, index) =>
      createFigure(what, 's', [(at - startedAt) / 1000], index === steps.length - 1 ? { atMost: 360 } : null),
    );
    const still = createFigure(`longest time without a change in view, before "${before}"`, 's', [ms / 1000], {
      atMost: 60,
    });
    return [...figures, still];
  } finally {
    await browser.close();
  }
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  return chromium.launch({ args: [...chromiumArguments], ...(executablePath && { executablePath }) });
}
