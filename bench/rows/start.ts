import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { buildIfStale } from '#scripts/build-web.ts';
import { freePort } from '#server/database/embedded/postgres-server.ts';
import { demoToken, startProgram } from '../setup/start-program.ts';
import { createFigure, type Goal } from '../figure.ts';
import type { Row } from '../row.ts';

const again = 5;
const launcher = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));

export const startRow: Row = {
  name: 'start',
  what: 'what npm start runs, on an installed and built tree; from spawning to the first answer and to the address, which a demo prints when a minute has been stated, and from there to the first signal, with or without an edge',
  peer: 'none',
  async measure(print) {
    await buildIfStale();
    const dataDir = mkdtempSync(join(tmpdir(), 'kurs-bench-'));
    try {
      const first = await startAndRequest(dataDir);
      print('the database exists now; starting again');
      const later: Started[] = [];
      for (let round = 0; round < again; round += 1) later.push(await startAndRequest(dataDir));
      const figure = (what: string, read: (start: Started) => number, goal: Goal | null = null) =>
        createFigure(what, 's', later.map(read), goal);
      return [
        figure('listening', ({ listening }) => listening, { atMost: 3 }),
        figure('address printed', ({ address }) => address),
        figure('first signal after the address', ({ signal }) => signal, { atMost: 3 }),
        createFigure('listening, the very first start (creates the database)', 's', [first.listening]),
        createFigure('first signal after the address, the very first start', 's', [first.signal], { atMost: 3 }),
      ];
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

interface Started {
  /** Seconds from spawning to the first answer, and to the address. */
  readonly listening: number;
  readonly address: number;
  /** Seconds from the address to the first signal. */
  readonly signal: number;
}

async function startAndRequest(dataDir: string): Promise<Started> {
  const port = String(await freePort());
  // Rate limit 0, because polling for the first answer would count otherwise.
  const env = {
    PORT: port,
    DATA_DIR: dataDir,
    HOME: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    ADMIN_EMAILS: 'demo@kurs.example',
  };
  const startedAt = performance.now();
  const starting = startProgram([launcher, 'start'], env);
  const listening = firstAnswer(`http://localhost:${port}/api/health`).then(() => performance.now() - startedAt);
  const program = await starting;
  const listeningAt = performance.now();
  try {
    const headers = { authorization: `Bearer ${await demoToken(program.url)}` };
    const id = await firstSignal(program.url, headers);
    const signal = (performance.now() - listeningAt) / 1000;
    // A user has one signal at a time, and the next start requests another.
    await voidSignal(program.url, headers, id);
    return { listening: (await listening) / 1000, address: program.startedInMs / 1000, signal };
  } finally {
    await program.stop();
  }
}

async function firstAnswer(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => null))) await pause(10);
}

const voidSignal = (url: string, headers: Record<string, string>, id: string) =>
  fetch(`${url}/api/signal/user/admin/deleteSignal/${id}`, {
    method: 'DELETE',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'It makes way for the next start.' }),
  });

const Issued = z.object({ id: z.string() });

/** 503: not ready yet. */
async function firstSignal(url: string, headers: Record<string, string>): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}/python_api/signal?interval=5&below=1`, { headers });
    const body: unknown = await answer.json();
    if (answer.status === 200) return Issued.parse(body).id;
    if (answer.status !== 503) throw new Error(`the product answers ${answer.status}: ${JSON.stringify(body)}`);
    await pause(20);
  }
}
