import { randomUUID } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import { type MarketClock, hourMs, minuteMs, startOfMinute } from '#domain/time.ts';
import { type Gap, type GapReason, gapsBetween, minSilenceMs, type Silence } from '#domain/record/gaps.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { appendLeaves, lockFeed, type NewLeaf } from '#server/modules/record/append/append-leaves.ts';

/** Why minutes of this run have no forecast leaf. */
export interface GapReasons {
  readonly getReason: GetGapReason;
  readonly findSilence: FindSilence;
  /** A tick of any pair, whether or not this process leads; milliseconds UTC. */
  onTick(time: number): void;
  /** Minutes that began earlier were not observed as a whole. */
  markStarted(): void;
  /** The forecasts of the minute that starts then could not be recorded in time. */
  markLate(minute: number): void;
}

/** Why the minute that starts then has no forecast leaf; milliseconds UTC. */
type GetGapReason = (minute: number) => GapReason;

/** The silence of the feed around the end of the minute that starts then; null: it had ticks there. */
type FindSilence = (minute: number) => Silence | null;

/** Gaps are recorded within minutes; a silence that ended earlier is in the record. */
const keptMs = hourMs;

/** `isOpen`: of the market and the operator's hours, at the start of a minute. */
export function createGapReasons(clock: MarketClock, isOpen: (minute: number) => boolean): GapReasons {
  let startedAt = Number.POSITIVE_INFINITY;
  const late = new Set<number>();
  /** By the start of the minute whose end they cover. */
  const silences = new Map<number, Silence>();
  let newestTick: number | null = null;
  const findSilence: FindSilence = (minute) => {
    const isOngoing = newestTick !== null && newestTick < minute + minuteMs;
    const silence = isOngoing && newestTick !== null ? { from: newestTick, to: clock.now() } : silences.get(minute);
    return silence && silence.to - silence.from >= minSilenceMs ? silence : null;
  };
  return {
    findSilence,
    onTick: (time) => {
      if (newestTick !== null && time <= newestTick) return;
      const current = startOfMinute(time);
      const first = newestTick === null ? current : startOfMinute(newestTick);
      if (newestTick !== null && first < current) {
        const silence = { from: newestTick, to: time };
        for (const minute of silences.keys()) if (minute < current - keptMs) silences.delete(minute);
        for (let minute = first; minute < current; minute += minuteMs) silences.set(minute, silence);
      }
      newestTick = time;
    },
    getReason: (minute) => {
      if (!isOpen(minute)) return 'closed';
      if (minute < startedAt) return 'stopped';
      return late.has(minute) ? 'late' : 'no_forecast';
    },
    markStarted: () => {
      startedAt = clock.now();
    },
    markLate: (minute) => late.add(minute),
  };
}

interface Period {
  /** Starts of minutes, milliseconds UTC: [from, to). */
  readonly from: number;
  readonly to: number;
  /** Time of the append. */
  readonly at: Date;
}

export const gapLeaves = (
  feed: string,
  { from, to, at }: Period,
  getReason: GetGapReason,
  findSilence: FindSilence,
): NewLeaf[] =>
  gapsBetween(from, to, getReason)
    .flatMap((gap) => divideBySilence(gap, findSilence))
    .map(({ gap, silence }) => ({
      kind: 'gap',
      signalId: randomUUID(),
      at,
      leaf: {
        form: 'gap/1',
        feed,
        from: toInstant(gap.from),
        to: toInstant(gap.to),
        reason: gap.reason,
        ...(silence && { silentFrom: toInstant(silence.from), silentTo: toInstant(silence.to) }),
      },
    }));

interface SilentGap {
  readonly gap: Gap;
  readonly silence: Silence | null;
}

/** Minutes without forecasts state the silence that they have in common. */
function divideBySilence(gap: Gap, findSilence: FindSilence): SilentGap[] {
  if (gap.reason !== 'no_forecast') return [{ gap, silence: null }];
  const parts: SilentGap[] = [];
  for (let from = gap.from; from < gap.to; from += minuteMs) {
    const silence = findSilence(from);
    const last = parts.at(-1);
    const to = from + minuteMs;
    if (last && last.silence?.from === silence?.from) parts[parts.length - 1] = { silence, gap: { ...last.gap, to } };
    else parts.push({ silence, gap: { ...gap, from, to } });
  }
  return parts;
}

/**
 * Records every minute that is over without forecasts as a gap, except the last `grace` ones, whose
 * forecasts may still come.
 */
export type RecordGaps = (grace: number) => Promise<void>;

interface RecordGapsDependencies {
  readonly db: Database;
  readonly feed: string;
  readonly gapReasons: Pick<GapReasons, 'getReason' | 'findSilence'>;
  readonly clock: MarketClock;
  /** Until when every tick is known, milliseconds of market time. */
  readonly decidableUntil: () => number;
}

export const createRecordGaps =
  ({ db, feed, gapReasons, clock, decidableUntil }: RecordGapsDependencies): RecordGaps =>
  (grace) =>
    inTransaction(db, async ({ tx }) => {
      const end = await lockFeed(tx, feed);
      const { coveredTo } = end;
      const to = startOfMinute(Math.min(clock.now(), decidableUntil())) - grace * minuteMs;
      if (coveredTo === null || coveredTo >= to) return;
      const at = new Date(clock.now());
      const { getReason, findSilence } = gapReasons;
      await appendLeaves(tx, gapLeaves(feed, { from: coveredTo, to, at }, getReason, findSilence), end);
    });
