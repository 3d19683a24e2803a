import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';

/** Runs the sandbox broker as a child process and restarts it when it exits by itself. */
export interface SandboxProcess {
  /** Returns before the process listens. */
  start(): void;
  /** The address of the process, as soon as it listens. */
  address(): Promise<string>;
  stop(): Promise<void>;
}

interface Needs {
  /** Configuration of the process, as environment variables. */
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
    log.warn({ code, pauseMs }, 'sandbox broker exited unexpectedly; restarting it');
    cancelRestart = after(pauseMs, start);
  };
  const start = (): void => {
    // Its stdin ties it to this process (ENDS_WITH_INPUT): when the product exits in any way, so
    // does the sandbox.
    child = spawn(process.execPath, [main], { env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    if (child.pid !== undefined) onStart?.(child.pid);
    readLines(child, onReady, (line) => log.warn({ line }, 'sandbox broker output'));
    child.once('error', (err) => log.warn({ err }, 'starting the sandbox broker failed'));
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
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (output.length > 1_000) return;
    output += text;
    const url = readyLine.exec(output)?.[1];
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
