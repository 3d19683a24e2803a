import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Outlook } from '#contract/signals.ts';
import { buildIfStale } from '#scripts/build-if-stale.ts';
import { demoToken } from '../setup/demo-token.ts';
import { createFigure } from '../figure.ts';
import type { Row } from '../row.ts';
import { startProgram } from '../setup/start-program.ts';

const again = 5;
const launcher = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));

export const startRow: Row = {
  name: 'start',
  what: 'what npm start runs, on an installed and built tree; from spawning to the address, to the first forecast and to the first manual signal',
  peer: 'none',
  async measure(print) {
    await buildIfStale();
    const dataDir = mkdtempSync(join(tmpdir(), 'kurs-bench-'));
    try {
      const first = await startAndRequest(dataDir);
      print('the database exists now; starting again');
      const later = [];
      for (let round = 0; round < again; round += 1) later.push(await startAndRequest(dataDir));
      return [
        createFigure(
          'listening',
          's',
          later.map(({ listening }) => listening),
          { atMost: 3 },
        ),
        createFigure(
          'first signal',
          's',
          later.map(({ signal }) => signal),
          { atMost: 10 },
        ),
        createFigure(
          'first forecast',
          's',
          later.map(({ forecast }) => forecast),
          { atMost: 10 },
        ),
        createFigure('listening, the very first start (creates the database)', 's', [first.listening]),
        createFigure('first forecast, the very first start', 's', [first.forecast], { atMost: 10 }),
        createFigure('first signal, the very first start, after the past of the demo', 's', [first.signal]),
      ];
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

/** Seconds since spawning. */
async function startAndRequest(dataDir: string): Promise<{ listening: number; forecast: number; signal: number }> {
  const startedAt = performance.now();
  // Rate limit 0, because polling for the first answer would count otherwise.
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    HOME: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    ADMIN_EMAILS: 'demo@kurs.example',
  };
  const program = await startProgram([launcher, 'start'], env);
  try {
    const headers = { authorization: `Bearer ${await demoToken(program.url)}` };
    await firstForecast(program.url, headers);
    const forecast = (performance.now() - startedAt) / 1000;
    const id = await firstSignal(program.url, headers);
    const signal = (performance.now() - startedAt) / 1000;
    // A user has one signal at a time, and the next start requests another.
    await voidSignal(program.url, headers, id);
    return { listening: program.startedInMs / 1000, forecast, signal };
  } finally {
    await program.stop();
  }
}

const voidSignal = (url: string, headers: Record<string, string>, id: string) =>
  fetch(`${url}/api/signal/user/admin/deleteSignal/${id}`, {
    method: 'DELETE',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'It makes way for the next start.' }),
  });

/** Until a model states what it expects of any pair. */
async function firstForecast(url: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const { models } = Outlook.parse(await (await fetch(`${url}/python_api/outlook`, { headers })).json());
    if (models.some(({ durations }) => durations.some(({ hasSignal, best }) => hasSignal || best !== null))) return;
    await pause(20);
  }
}

const Issued = z.object({ id: z.string() });

/** 503: not ready yet. */
async function firstSignal(url: string, headers: Record<string, string>): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}/python_api/signal/manual?symbol=EURUSD&interval=3`, { headers });
    const body: unknown = await answer.json();
    if (answer.status === 200) return Issued.parse(body).id;
    if (answer.status !== 503) throw new Error(`the product answers ${answer.status}: ${JSON.stringify(body)}`);
    await pause(20);
  }
}
