import { noTimer } from '#server/jobs/scheduler.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import type { FastifyBaseLogger } from 'fastify';

/** A program of ours that the product runs beside itself; restarted when it exits by itself. */
export type CompanionProcess = ReturnType<typeof createCompanionProcess>;

export interface CompanionDependencies {
  /** Configuration of the process, as environment variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly onStart?: (pid: number) => void;
}

interface Program {
  /** For the log. */
  readonly name: string;
  /** The file that Node runs. */
  readonly main: string;
  /** Finds the ready line in its output; the first group is what it says. */
  readonly readyLine: RegExp;
}

const killAfterMs = 3_000;
const maxPauseMs = 30_000;

export function createCompanionProcess(needs: CompanionDependencies & Program) {
  const { name, main, readyLine, env, after, log, onStart } = needs;
  let listening = Promise.withResolvers<string>();
  let said: string | null = null;
  let child: ChildProcess | null = null;
  let cancelRestart = noTimer;
  let isStopping = false;
  let deaths = 0;

  const onReady = (text: string): void => {
    deaths = 0;
    said = text;
    listening.resolve(text);
  };
  const onEnd = (code: number | null): void => {
    child = null;
    said = null;
    if (isStopping) return;
    listening = Promise.withResolvers<string>();
    const pauseMs = Math.min(maxPauseMs, 500 * 2 ** deaths++);
    log.warn({ code, pauseMs }, `${name} exited unexpectedly; restarting it`);
    cancelRestart = after(pauseMs, start);
  };
  const start = (): void => {
    // Its stdin ties it to this process: when the product exits in any way, so does the companion.
    child = spawn(process.execPath, [main], { env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    if (child.pid !== undefined) onStart?.(child.pid);
    readLines(child, readyLine, onReady, (line) => log.warn({ line }, `${name} output`));
    child.once('error', (err) => log.warn({ err }, `starting the ${name} failed`));
    child.once('close', onEnd);
  };

  return {
    /** Returns before the process listens. */
    start,
    /** What its ready line says, such as its address, as soon as it is ready. */
    ready: (): Promise<string> => listening.promise,
    /** The same; null while it is not ready. */
    current: (): string | null => said,
    stop: async (): Promise<void> => {
      isStopping = true;
      cancelRestart();
      if (child) await end(child, after);
    },
  };
}

function readLines(
  child: ChildProcess,
  readyLine: RegExp,
  onReady: (text: string) => void,
  onError: (line: string) => void,
): void {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    if (output.length > 1_000) return;
    output += chunk;
    const text = readyLine.exec(output)?.[1];
    if (text !== undefined) onReady(text);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => onError(text.trim().slice(0, 500)));
}

async function end(child: ChildProcess, after: CompanionDependencies['after']): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin?.end();
  child.kill('SIGTERM');
  const cancel = after(killAfterMs, () => child.kill('SIGKILL'));
  await closed;
  cancel();
}
