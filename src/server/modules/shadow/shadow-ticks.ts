import { getOrCreate } from '#domain/objects.ts';
import { type Duration, durationMs } from '#domain/market/duration.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import type { Tick } from '#engine/tick/tick.ts';

/**
 * Selects the ticks that decide shadow forecasts: only these have to be saved from the whole
 * stream.
 */
export interface ShadowTicks {
  /** By pair. */
  readonly waiting: Map<string, Waiting>;
  /** Called with each deciding tick, for some of them more than once. */
  readonly save: (tick: Tick) => void;
}

interface Waiting {
  /** The newest tick since something is pending. */
  last: Tick | null;
  entries: { readonly statedAt: number; readonly durations: readonly Duration[] }[];
  /** Expiries. */
  closes: number[];
}

/**
 * Entry at the first tick at or after `statedAt`, and a close for each duration. Milliseconds of
 * market time.
 */
export const expectEntry = (
  ticks: ShadowTicks,
  symbol: string,
  statedAt: number,
  durations: readonly Duration[],
): void => void getWaiting(ticks, symbol).entries.push({ statedAt, durations });

/** The entry is known from before a start: only closes are awaited. */
export const expectCloses = (
  ticks: ShadowTicks,
  symbol: string,
  enteredAt: number,
  durations: readonly Duration[],
): void => addCloses(getWaiting(ticks, symbol), enteredAt, durations);

export function takeTick({ waiting, save }: ShadowTicks, tick: Tick): void {
  const own = waiting.get(tick.symbol);
  if (!own) return;
  close(own, tick.time, save);
  enter(own, tick, save);
  own.last = tick;
}

/**
 * No tick up to `time` is still in flight: what waits for a tick gets the last one that arrived.
 */
export function passUntil({ waiting, save }: ShadowTicks, time: number): void {
  for (const [symbol, own] of waiting) {
    close(own, time + 1, save);
    own.entries = own.entries.filter(({ statedAt }) => statedAt + signalLimits.entryTickWithinMs >= time);
    if (own.entries.length + own.closes.length === 0) waiting.delete(symbol);
  }
}

const getWaiting = ({ waiting }: ShadowTicks, symbol: string): Waiting =>
  getOrCreate(waiting, symbol, () => ({ last: null, entries: [], closes: [] }));

/** Closes those that expired before `time`: the last tick until then decides. */
function close(own: Waiting, time: number, save: ShadowTicks['save']): void {
  const expired = own.closes.filter((expiry) => expiry < time);
  if (expired.length === 0) return;
  own.closes = own.closes.filter((expiry) => expiry >= time);
  const { last } = own;
  if (last && expired.some((expiry) => expiry - last.time <= signalLimits.closingTickMaxAgeMs)) save(last);
}

function enter(own: Waiting, tick: Tick, save: ShadowTicks['save']): void {
  const open = own.entries.filter(({ statedAt }) => statedAt <= tick.time);
  if (open.length === 0) return;
  own.entries = own.entries.filter(({ statedAt }) => statedAt > tick.time);
  const entered = open.filter(({ statedAt }) => tick.time - statedAt <= signalLimits.entryTickWithinMs);
  if (entered.length === 0) return;
  save(tick);
  for (const { durations } of entered) addCloses(own, tick.time, durations);
}

const addCloses = (own: Waiting, enteredAt: number, durations: readonly Duration[]): void =>
  void own.closes.push(...durations.map((duration) => enteredAt + durationMs(duration)));
