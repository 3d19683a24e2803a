import type { Signal } from '#contract/signals.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import type { Phrases, Translate } from '#web/language/render-phrase.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';

const order = { entering: 0, live: 1, settled: 2 } as const;

/**
 * Newest first. A signal only moves forward: a late event never turns a settled signal back into an
 * open one, nor restores one that was reset.
 */
export function withSignal(
  signals: readonly Signal[],
  signal: Signal,
  resetIds: ReadonlySet<string>,
): readonly Signal[] {
  if (resetIds.has(signal.id)) return signals;
  const known = signals.find(({ id }) => id === signal.id);
  if (known && order[known.status] > order[signal.status]) return signals;
  return [signal, ...signals.filter(({ id }) => id !== signal.id)].toSorted((a, b) => b.time.localeCompare(a.time));
}

export const withoutReset = (signals: readonly Signal[], resetIds: ReadonlySet<string>): readonly Signal[] =>
  signals.filter(({ id }) => !resetIds.has(id));

export const activeSignalIn = (signals: readonly Signal[]): Signal | null =>
  signals.find(({ status }) => status !== 'settled') ?? null;

export const settledSignalsIn = (signals: readonly Signal[], atMost: number): readonly Signal[] =>
  signals.filter(({ status }) => status === 'settled').slice(0, atMost);

/** How long a result is shown; afterwards the screen offers the next signal. */
const resultShownMs = 10 * minuteMs;

/**
 * When a settled signal leaves the screen: ten minutes after its expiry, or after its issue if it was
 * never entered. Null: it is still open, and stays until it is settled.
 */
export const resultShownUntil = ({ status, expiresAt, time }: Signal): number | null =>
  status === 'settled' ? Date.parse(expiresAt ?? time) + resultShownMs : null;

export function isResultOver(signal: Signal, now: number): boolean {
  const until = resultShownUntil(signal);
  return until !== null && now >= until;
}

/** Survives a reload and notifies other tabs; the pair is not offered again for twenty minutes. */
export function saveRecentSignal(signal: Signal, now: number): void {
  writeStored('signal', { id: signal.id, signal: signal.signal, symbol: signal.symbol });
  writeStored('prevSignal', { symbol: signal.symbol, ttl: now + signalLimits.previousSignalWindowMs });
}

export function recentSymbols(now: number): readonly string[] {
  const previous = readStored('prevSignal');
  if (!previous) return [];
  if (previous.ttl > now) return [previous.symbol];
  writeStored('prevSignal', null);
  return [];
}

const counted = ['successful', 'unsuccessful', 'neutral', 'void'] as const;

/** `3 wins, 2 losses, 1 equal`, without zero counts. */
export const tallyText = (signals: readonly Signal[], t: Translate): string =>
  counted
    .map((result) => ({ result, count: signals.filter((signal) => signal.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => t(`signal.tally.${result}`, { n: count, count }))
    .join(', ');

/** A signed distance. Whole pips have no decimals, because the form of the word follows the number. */
export const signedPips = (pips: number, { t, f }: Phrases): string =>
  t('signal.pips', { n: f.signed(pips, Number.isInteger(pips) ? 0 : 1), count: Math.abs(pips) });
