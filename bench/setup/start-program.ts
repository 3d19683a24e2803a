import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface Program {
  readonly url: string;
  /** From spawning to the line that contains the address. */
  readonly startedInMs: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** A server as a separate process, ready when it has printed "runs at http…". */
export async function startProgram(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Program> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /runs at (http\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`${args.join(' ')} ended before it listened:\n${output}`)));
  });
  const startedInMs = performance.now() - startedAt;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, startedInMs, process: child, stop };
}

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
/** Balances are seeded as just checked, so the broker, at an unused port, is not called. */
const settings = {
  FEED: 'simulated',
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
  PORT: '0',
  BROKER_API_URL: 'http://127.0.0.1:9',
  // Signals at any hour of the day.
  CALIBRATION_DAYS: '0',
};

/**
 * The product as a separate process on a simulated market; without DATABASE_URL it uses its own
 * database.
 */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Program> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kurs-bench-'));
  chmodSync(dataDir, 0o711);
  const program = await startProgram([main], { ...settings, DATA_DIR: dataDir, ...env });
  const stop = async (): Promise<void> => {
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...program, stop };
}

const Answer = z.object({ accessToken: z.string() });

/** The access token of the demo account, by a real login. */
export async function demoToken(url: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@kurs.example', password: 'Kurs-demo-1' }),
  });
  return Answer.parse(await response.json()).accessToken;
}

interface Peer extends Program {
  readonly headers: { readonly authorization: string };
}

/** Each needs the installed peers. */
async function startPeer(file: URL, env: Readonly<Record<string, string>>): Promise<Peer> {
  const program = await startProgram([fileURLToPath(file)], env);
  const token = await (await fetch(`${program.url}/token`)).text();
  return { ...program, headers: { authorization: `Bearer ${token}` } };
}

/** Answers a price at /price, behind the product's guards. */
export const startPricePeer = (): Promise<Peer> => startPeer(new URL('../peers/price-fastify.ts', import.meta.url), {});

/** Makes the statements of a signal at /signal, for each user of the database in turn. */
export const startSignalPeer = (databaseUrl: string): Promise<Peer> =>
  startPeer(new URL('../peers/signal-fastify.ts', import.meta.url), { DATABASE_URL: databaseUrl });
