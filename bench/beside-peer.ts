import { type Figure, createFigure, type Goal } from './figure.ts';
import type { Load } from './load/load.ts';

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
