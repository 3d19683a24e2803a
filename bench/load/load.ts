import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { cpuMs } from '../process-use.ts';

export interface Load {
  /** Answers with status 200 per second. */
  readonly perSecond: number;
  readonly p99Ms: number;
  /** CPU time of the server process per answer; NaN where the system does not report it. */
  readonly cpuUs: number;
}

/** Throws when any answer was not 200, since a fast error is no measure of speed. */
export async function load(server: ChildProcess, options: autocannon.Options): Promise<Load> {
  const cpuBefore = cpuMs(server.pid);
  const { result, seconds } = await run(options);
  const answered = result['2xx'];
  if (result.non2xx + result.errors + result.timeouts > 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(`${options.url}: ${result.errors} errors, ${result.timeouts} timeouts, answers ${statuses}`);
  }
  const cpuUs = (1000 * (cpuMs(server.pid) - cpuBefore)) / answered;
  return { perSecond: answered / seconds, p99Ms: result.latency.p99, cpuUs };
}

/** `seconds`: until the last answer, because autocannon itself stops only at whole seconds. */
function run(options: autocannon.Options): Promise<{ result: autocannon.Result; seconds: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let lastAt = startedAt;
    const instance = autocannon(options, (error: unknown, result) =>
      error ? reject(error) : resolve({ result, seconds: (lastAt - startedAt) / 1000 }),
    );
    instance.on('response', () => {
      lastAt = performance.now();
    });
  });
}
