import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';

/** The sandbox broker beside the product: a process of its own, started again when it ends by itself. */
export interface SandboxProcess {
  /** Does not wait until it listens. */
  start(): void;
  /** Where it listens, as soon as it does. */
  address(): Promise<string>;
  stop(): Promise<void>;
}

interface Needs {
  /** What the process needs to know, as environment variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly onStart?: (pid: number) => void;
}

const main = fileURLToPath(new URL('../../../sandbox-broker/main.ts', import.meta.url));
const killAfterMs = 3_000;
const maxPauseMs = 30_000;

export function createSandboxProcess({ env, after, log, onStart }: Needs): SandboxProcess {
  let listening = Promise.withResolvers<string>();
  let child: ChildProcess | null = null;
  let cancelRestart = (): void => undefined;
  let isStopping = false;
  let deaths = 0;

  const onReady = (url: string): void => {
    deaths = 0;
    listening.resolve(url);
  };
  const onEnd = (code: number | null): void => {
    child = null;
    if (isStopping) return;
    listening = Promise.withResolvers<string>();
    const pauseMs = Math.min(maxPauseMs, 500 * 2 ** deaths++);
    log.warn({ code, pauseMs }, 'the sandbox broker ended by itself and is started again');
    cancelRestart = after(pauseMs, start);
  };
  const start = (): void => {
    // Its input is our hold on it (ENDS_WITH_INPUT): when the product is gone, however it went, so is the sandbox.
    child = spawn(process.execPath, [main], { env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    if (child.pid !== undefined) onStart?.(child.pid);
    readLines(child, onReady, (line) => log.warn({ line }, 'the sandbox broker says'));
    child.once('error', (err) => log.warn({ err }, 'the sandbox broker could not be started'));
    child.once('close', onEnd);
  };

  return {
    start,
    address: () => listening.promise,
    stop: async () => {
      isStopping = true;
      cancelRestart();
      if (child) await end(child, after);
    },
  };
}

const readyLine = /^listening at (http:\/\/\S+)$/m;

function readLines(child: ChildProcess, onReady: (url: string) => void, onError: (line: string) => void): void {
  let stated = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (stated.length > 1_000) return;
    stated += text;
    const url = readyLine.exec(stated)?.[1];
    if (url) onReady(url);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => onError(text.trim().slice(0, 500)));
}

async function end(child: ChildProcess, after: Needs['after']): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin?.end();
  child.kill('SIGTERM');
  const cancel = after(killAfterMs, () => child.kill('SIGKILL'));
  await closed;
  cancel();
}
