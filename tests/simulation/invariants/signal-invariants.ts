import { durationMs } from '#domain/market/duration.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { startOfMinute } from '#domain/time.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import { feedId } from '../rules.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Delivered } from '../simulated/simulated-feed.ts';
import type { LeaderLock } from '../simulated/simulated-leader.ts';
import type { SimulatedPrices } from '../simulated/simulated-prices.ts';
import type { ProcessState } from '../process-state.ts';

/** What is stored of a signal and its outcome; instants in milliseconds. */
export interface StoredSignal {
  readonly id: string;
  readonly userId: string;
  readonly symbol: string;
  readonly direction: 'BUY' | 'SELL';
  readonly duration: 2 | 3;
  readonly status: 'entering' | 'live' | 'settled';
  readonly issuedAt: number;
  readonly openPrice: number | null;
  readonly openedAt: number | null;
  readonly expiresAt: number | null;
  readonly closePrice: number | null;
  readonly result: 'successful' | 'neutral' | 'unsuccessful' | 'void' | null;
  readonly voidReason: string | null;
  readonly outcome: string | null;
  readonly closingTickAt: number | null;
  readonly logsTicks: boolean;
  /** What the tick log says, as far as it goes; a later leader may add to it. */
  readonly log: {
    readonly hasEntry: boolean;
    readonly hasEarlierEntry: boolean;
    readonly hasClose: boolean;
    readonly hasLaterClose: boolean;
  };
}

const millis = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
const isLogged = (column: string): string => `(${column} is null or exists (
  select 1 from ticks t where t.feed = s.feed and t.symbol = s.symbol and t.time = ${column}))`;

const hasTick = (from: string, to: string): string => `exists (
  select 1 from ticks t where t.feed = s.feed and t.symbol = s.symbol and t.time >= ${from} and t.time <= ${to})`;
const [instant, window] = [`interval '1 millisecond'`, `interval '5 seconds'`];

const query = `
  select s.id, s.user_id as "userId", s.symbol, s.direction, s.duration, s.status, s.open_price as "openPrice",
    s.close_price as "closePrice", s.result, s.void_reason as "voidReason", o.result as outcome,
    ${millis('s.issued_at')} as "issuedAt", ${millis('s.opened_at')} as "openedAt",
    ${millis('s.expires_at')} as "expiresAt", ${millis('o.closing_tick_at')} as "closingTickAt",
    ${isLogged('s.opened_at')} and ${isLogged('o.closing_tick_at')} as "logsTicks",
    json_build_object(
      'hasEntry', ${hasTick('s.issued_at', `s.issued_at + ${window}`)},
      'hasEarlierEntry', ${hasTick('s.issued_at', `s.opened_at - ${instant}`)},
      'hasClose', ${hasTick(`greatest(s.opened_at, s.expires_at - ${window})`, 's.expires_at')},
      'hasLaterClose', ${hasTick(`o.closing_tick_at + ${instant}`, 's.expires_at')}
    ) as log
  from signals s left join outcomes o on o.signal_id = s.id where s.feed = '${feedId}'`;

export async function readSignals(sandbox: Sandbox): Promise<Map<string, StoredSignal>> {
  const { rows } = await sandbox.query(query);
  return new Map(rows.map((row: StoredSignal) => [row.id, row]));
}

/** Of each pair the time of its newest logged tick, milliseconds. */
export async function readNewestTicks(sandbox: Sandbox): Promise<Map<string, number>> {
  const { rows } = await sandbox.query(`select symbol, ${millis('max(time)')} as time from ticks group by symbol`);
  return new Map(rows.map(({ symbol, time }: { symbol: string; time: number }) => [symbol, time]));
}

interface SignalInvariantsDependencies {
  readonly prices: SimulatedPrices;
  readonly lock: LeaderLock;
  readonly deliveredTo: (process: ProcessState) => readonly Delivered[];
  /** The newest tick of a pair that earlier leaders logged: what they did not log before it counts for nobody. */
  readonly loggedBefore: (symbol: string) => number;
  readonly now: () => number;
}

/** A new leader has the ticks of so long before. */
const recentMs = 25_000;

/** Null, or what is wrong with a signal that has just been stored, entered or settled. */
export const createSignalRules = (needs: SignalInvariantsDependencies) => {
  const { prices, lock, deliveredTo, loggedBefore, now } = needs;

  const quoted = ({ symbol }: StoredSignal, time: number): QuotedTick | undefined =>
    prices.createTicks(symbol, startOfMinute(time)).find((tick) => tick.time === time);

  /** Times of the pair's ticks that the leading process has received in order, and may log. */
  const known = ({ symbol }: StoredSignal): number[] => {
    const leading = lock.leading();
    const from = lock.leadingSince() - recentMs;
    let newest = Number.NEGATIVE_INFINITY;
    return (leading ? deliveredTo(leading) : [])
      .filter((tick) => {
        if (tick.symbol !== symbol || tick.time <= newest) return false;
        newest = tick.time;
        return tick.time > loggedBefore(symbol) && tick.deliveredAt >= from && tick.deliveredAt < now();
      })
      .map(({ time }) => time);
  };

  const entryError = (signal: StoredSignal): string | null => {
    const { issuedAt, openedAt, openPrice, expiresAt, duration } = signal;
    if (openedAt === null) return null;
    const tick = quoted(signal, openedAt);
    if (!tick || computeMid(tick) !== openPrice) return 'its entry price is not that of its entry tick';
    if (openedAt < issuedAt || openedAt > issuedAt + signalLimits.entryTickWithinMs)
      return 'it entered outside its window';
    if (expiresAt !== openedAt + durationMs(duration)) return 'it expires at another time';
    if (signal.log.hasEarlierEntry || known(signal).some((time) => time >= issuedAt && time < openedAt))
      return 'an earlier tick was its entry';
    return null;
  };

  const voidError = (signal: StoredSignal): string | null => {
    const { voidReason, issuedAt, openedAt, expiresAt, log } = signal;
    const isKnown = (from: number, to: number): boolean => known(signal).some((time) => time >= from && time <= to);
    if (voidReason === 'no_entry_tick') {
      if (openedAt !== null) return 'it entered, and is void without an entry';
      return log.hasEntry || isKnown(issuedAt, issuedAt + signalLimits.entryTickWithinMs)
        ? 'its entry tick is known'
        : null;
    }
    if (voidReason !== 'no_closing_tick' || expiresAt === null || openedAt === null) return `void: ${voidReason}`;
    const from = Math.max(openedAt, expiresAt - signalLimits.closingTickMaxAgeMs);
    return log.hasClose || isKnown(from, expiresAt) ? 'its closing tick is known' : null;
  };

  const settlementError = (signal: StoredSignal): string | null => {
    const { direction, openPrice, closePrice, issuedAt, expiresAt, closingTickAt, result } = signal;
    const ahead = Math.max(0, lock.leading()?.clockAheadMs ?? 0);
    const decidedFrom = expiresAt ?? issuedAt + signalLimits.entryTickWithinMs;
    if (now() + ahead < decidedFrom) return 'it was settled before it was decided';
    if (result === 'void') return voidError(signal);
    if (expiresAt === null || closingTickAt === null || openPrice === null || closePrice === null)
      return 'it has a result without prices';
    const tick = quoted(signal, closingTickAt);
    if (!tick || computeMid(tick) !== closePrice) return 'its close price is not that of its closing tick';
    if (closingTickAt > expiresAt || closingTickAt < expiresAt - signalLimits.closingTickMaxAgeMs)
      return 'its closing tick does not decide';
    if (signal.log.hasLaterClose || known(signal).some((time) => time > closingTickAt && time <= expiresAt))
      return 'a later tick decides it';
    const move = Math.sign(closePrice - openPrice) * (direction === 'BUY' ? 1 : -1);
    const expected = move === 0 ? 'neutral' : move > 0 ? 'successful' : 'unsuccessful';
    return result === expected ? null : `its prices say ${expected}`;
  };

  return (signal: StoredSignal, before: StoredSignal | undefined): string | null => {
    if ((signal.status === 'settled') !== (signal.outcome !== null) || signal.result !== signal.outcome)
      return 'its outcome is not stored with it';
    if (!signal.logsTicks) return 'its deciding ticks are not in the tick log';
    if (signal.openedAt !== null && (before?.openedAt ?? null) === null) {
      const error = entryError(signal);
      if (error !== null) return error;
    }
    return signal.status === 'settled' && before?.status !== 'settled' ? settlementError(signal) : null;
  };
};

const computeMid = ({ symbol, bid, ask }: QuotedTick): number =>
  Number(((bid + ask) / 2).toFixed(symbol.endsWith('JPY') ? 3 : 5));
