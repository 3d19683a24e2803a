import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { createFigure, type Figure, type Goal } from '../figure.ts';
import { cpuMs } from '../process-use.ts';

export interface Load {
  /** Answers with status 200 per second. */
  readonly perSecond: number;
  /** CPU time of the server process per answer; NaN where the system does not report it. */
  readonly cpuUs: number;
}

/** Throws when any answer was not 200, since a fast error is no measure of speed. */
export async function load(server: ChildProcess, options: autocannon.Options): Promise<Load> {
  const cpuBefore = cpuMs(server.pid);
  const { result, seconds, refusal } = await run(options);
  const answered = result['2xx'];
  if (result.non2xx + result.errors + result.timeouts > 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(
      `${options.url}: ${result.errors} errors, ${result.timeouts} timeouts, answers ${statuses}, the first refusal ${refusal}`,
    );
  }
  const cpuUs = (1000 * (cpuMs(server.pid) - cpuBefore)) / answered;
  return { perSecond: answered / seconds, cpuUs };
}

interface Run {
  readonly result: autocannon.Result;
  /** Until the last answer, because autocannon itself stops only at whole seconds. */
  readonly seconds: number;
  /** The body of the first answer that was not 200. */
  readonly refusal: string | null;
}

function run(options: autocannon.Options): Promise<Run> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let lastAt = startedAt;
    let refusal: string | null = null;
    const setupClient = (client: autocannon.Client): void => {
      let last = '';
      // With the headers, if they came in the same packet.
      client.on('body', (body) => (last = String(body).split('\r\n\r\n').at(-1) ?? ''));
      client.on('response', (status) => {
        lastAt = performance.now();
        if (status !== 200) refusal ??= last;
      });
    };
    autocannon({ ...options, setupClient }, (error: unknown, result) =>
      error ? reject(error) : resolve({ result, seconds: (lastAt - startedAt) / 1000, refusal }),
    );
  });
}

interface Pair {
  readonly ours: Load;
  readonly peers: Load;
}

/** Each round measures ours and then the peer's, so that load on the machine affects both. */
export async function besidePeer(
  rounds: number,
  ours: () => Promise<Load>,
  peers: () => Promise<Load>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ ours: await ours(), peers: await peers() });
  return pairs;
}

export function figuresOfPairs(pairs: readonly Pair[], goal: Goal): Figure[] {
  const figure = (what: string, unit: string, read: (pair: Pair) => number, promised: Goal | null = null) =>
    createFigure(what, unit, pairs.map(read), promised);
  return [
    figure('answers a second, ours / peer', '×', ({ ours, peers }) => ours.perSecond / peers.perSecond, goal),
    figure('ours', 'answers/s', ({ ours }) => ours.perSecond),
    figure('processor time of one answer, ours', 'µs', ({ ours }) => ours.cpuUs),
    figure('processor time of one answer, peer', 'µs', ({ peers }) => peers.cpuUs),
  ];
}
