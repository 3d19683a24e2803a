import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import { demoToken } from './setup/demo-token.ts';
import { type Figure, createFigure } from './figure.ts';
import { startProgram } from './setup/start-program.ts';

const getPath = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Models that compute their own forecasts and are open to the demo account. */
const realModels = ['kurs_ai_v2', 'kurs_ai_v1', '36trade_ai_plus', '13_squad'] as const;
const pollMs = 100;
/** A user may request 30 signals a minute. */
const roundMs = 10_000;

const Issued = z.object({ id: z.string(), hasEdge: z.boolean().optional() });
const Own = z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) });

/**
 * What `npm start` runs in a new folder at this time of day, UTC: from the printed address to the
 * first signal of a model for the demo account, and to its result.
 */
export async function timeFirstLiveSignal(
  timeOfDay: { readonly hour: number; readonly minute: number },
  print: (line: string) => void,
): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kurs-bench-'));
  const name = `${String(timeOfDay.hour).padStart(2, '0')}:${String(timeOfDay.minute).padStart(2, '0')}`;
  const program = await startProgram([getPath('../scripts/run.mjs'), 'start'], {
    PORT: '0',
    DATA_DIR: dataDir,
    HOME: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    CLOCK_SHIFT_MS: String(shiftTo(timeOfDay)),
    NODE_OPTIONS: `--import ${getPath('./shifted-clock.ts')}`,
  });
  try {
    const startedAt = performance.now();
    const seconds = (): number => (performance.now() - startedAt) / 1000;
    const headers = { authorization: `Bearer ${await demoToken(program.url)}` };
    while ((await fetch(`${program.url}/api/ready`)).status !== 200) await pause(pollMs);
    const ready = seconds();
    const { id, what } = await takeSignal(program.url, headers);
    const issued = seconds();
    print(`${name} UTC: ready after ${ready.toFixed(1)} s, ${what} after ${issued.toFixed(1)} s`);
    await untilSettled(program.url, headers, id);
    return [
      createFigure(`${name} UTC, from the address to a calibrated demo`, 's', [ready]),
      createFigure(`${name} UTC, from the address to the first signal of a model (${what})`, 's', [issued], {
        atMost: 20,
      }),
      createFigure(`${name} UTC, from the address to its result, 3 minutes`, 's', [seconds()], { atMost: 210 }),
    ];
  } finally {
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function shiftTo({ hour, minute }: { readonly hour: number; readonly minute: number }): number {
  const now = Date.now();
  return Math.floor(now / dayMs) * dayMs + hour * hourMs + minute * minuteMs - now;
}

/** With an edge if a model has one; otherwise the best one that it has, for practice. */
async function takeSignal(
  url: string,
  headers: Record<string, string>,
): Promise<{ readonly id: string; readonly what: string }> {
  for (;;) {
    for (const below of ['', '&below=1'])
      for (const model of realModels) {
        const answer = await fetch(`${url}/python_api/signal/${model}?interval=3${below}`, { headers });
        const body: unknown = await answer.json();
        if (answer.status !== 200) continue;
        const { id, hasEdge = below === '' } = Issued.parse(body);
        return { id, what: `${model}, ${hasEdge ? 'with an edge' : 'practice'}` };
      }
    await pause(roundMs);
  }
}

async function untilSettled(url: string, headers: Record<string, string>, id: string): Promise<void> {
  for (;;) {
    const { items } = Own.parse(await (await fetch(`${url}/api/signal/user/history?limit=10`, { headers })).json());
    if (items.some((one) => one.id === id && one.status === 'settled')) return;
    await pause(pollMs);
  }
}
