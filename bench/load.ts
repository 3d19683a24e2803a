import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { cpuMs } from './process-use.ts';

export interface Load {
  /** Answers with 200 a second. */
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Processor time of the answering process for one answer; NaN where the system does not tell. */
  readonly cpuUs: number;
}

/** Throws when anything but 200 was answered: a fast refusal is no speed. */
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

/** `seconds`: until the last answer; autocannon itself ends at a whole second only. */
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
