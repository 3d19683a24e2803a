import { type Figure, createFigure, type Goal } from './figure.ts';
import type { Load } from './load/load.ts';

export interface Pair {
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

export const figuresOfPairs = (pairs: readonly Pair[], goal: Goal): Figure[] => [
  createFigure(
    'answers a second, ours / peer',
    '×',
    pairs.map(({ ours, peers }) => ours.perSecond / peers.perSecond),
    goal,
  ),
  createFigure(
    'ours',
    'answers/s',
    pairs.map(({ ours }) => ours.perSecond),
  ),
  createFigure(
    'peer',
    'answers/s',
    pairs.map(({ peers }) => peers.perSecond),
  ),
  createFigure(
    'processor time of one answer, ours',
    'µs',
    pairs.map(({ ours }) => ours.cpuUs),
  ),
  createFigure(
    'processor time of one answer, peer',
    'µs',
    pairs.map(({ peers }) => peers.cpuUs),
  ),
];
