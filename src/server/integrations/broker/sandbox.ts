import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Scheduler, noTimer } from '#server/jobs/scheduler.ts';
import { fetchJson, NoAnswer, untilAborted } from './pocket/fetch-json.ts';
import { fileURLToPath } from 'node:url';
import { type ChildProcess, spawn } from 'node:child_process';
import type { FastifyBaseLogger } from 'fastify';

interface SandboxPartner {
  readonly apiUrl: () => Promise<string>;
  readonly partnerId: string;
  /** Leaves this file only as part of a hash. */
  readonly apiToken: string;
  readonly after: Scheduler['after'];
}

const withinMs = 5_000;
const Answer = z.record(z.string(), z.number());

/** `GET /api/payouts/{partner_id}/{hash}` of the training broker. */
export async function readSandboxPayouts(
  { apiUrl, partnerId, apiToken, after }: SandboxPartner,
  stopping: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const deadline = new AbortController();
  const cancel = after(withinMs, () => deadline.abort());
  const signal = AbortSignal.any([stopping, deadline.signal]);
  try {
    const hash = createHash('md5').update(`payouts:${partnerId}:${apiToken}`).digest('hex');
    const path = `/api/payouts/${encodeURIComponent(partnerId)}/${hash}`;
    const { status, json } = await fetchJson(new URL(path, await untilAborted(apiUrl(), signal)), signal);
    if (status !== 200) throw new NoAnswer(`the broker answered ${status}`);
    return new Map(Object.entries(Answer.parse(json)));
  } finally {
    cancel();
  }
}

const main = fileURLToPath(new URL('../../../sandbox-broker/main.ts', import.meta.url));

const readyLine = /^listening at (http:\/\/\S+)$/m;

export type SandboxProcess = ReturnType<typeof sandboxProcess>;

interface Options {
  /** Configuration of the process, as environment variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
  readonly onStart?: (pid: number) => void;
}

const killAfterMs = 3_000;
const maxPauseMs = 30_000;

/** The sandbox broker beside the product, ready with its address; restarted when it exits by itself. */
export function sandboxProcess({ env, after, log, onStart }: Options) {
  let listening = Promise.withResolvers<string>();
  let child: ChildProcess | null = null;
  let cancelRestart = noTimer;
  let isStopping = false;
  let deaths = 0;

  const onReady = (text: string): void => {
    deaths = 0;
    listening.resolve(text);
  };
  const onEnd = (code: number | null): void => {
    child = null;
    if (isStopping) return;
    listening = Promise.withResolvers<string>();
    const pauseMs = Math.min(maxPauseMs, 500 * 2 ** deaths++);
    log.warn({ code, pauseMs }, 'the sandbox broker exited unexpectedly; restarting it');
    cancelRestart = after(pauseMs, start);
  };
  const start = (): void => {
    // Its stdin ties it to this process: when the product exits in any way, so does the broker.
    child = spawn(process.execPath, [main], { env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    if (child.pid !== undefined) onStart?.(child.pid);
    readLines(child, onReady, (line) => log.warn({ line }, 'sandbox broker output'));
    child.once('error', (err) => log.warn({ err }, 'starting the sandbox broker failed'));
    child.once('close', onEnd);
  };

  return {
    /** Returns before the process listens. */
    start,
    /** Its address, as soon as it listens. */
    ready: (): Promise<string> => listening.promise,
    stop: async (): Promise<void> => {
      isStopping = true;
      cancelRestart();
      if (child) await end(child, after);
    },
  };
}

function readLines(child: ChildProcess, onReady: (text: string) => void, onError: (line: string) => void): void {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    if (output.length > 1_000) return;
    output += chunk;
    const text = readyLine.exec(output)?.[1];
    if (text !== undefined) onReady(text);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => onError(text.trim().slice(0, 500)));
}

async function end(child: ChildProcess, after: Scheduler['after']): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin?.end();
  child.kill('SIGTERM');
  const cancel = after(killAfterMs, () => child.kill('SIGKILL'));
  await closed;
  cancel();
}
