import type { LiveEngine } from './live-engine.ts';

/** Age of the newest tick of any pair; null before the first. */
export function delayOf(engine: Pick<LiveEngine, 'feed' | 'lastTick'>, now: number): number | null {
  const times = engine.feed.symbols.flatMap((symbol) => engine.lastTick(symbol)?.time ?? []);
  return times.length === 0 ? null : Math.max(0, now - Math.max(...times));
}
