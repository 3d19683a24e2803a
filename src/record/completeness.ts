import { getOrCreate } from '#domain/objects.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { maxDuration } from '#domain/market/duration.ts';
import { isReplay } from '#domain/market/replay-feed.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { Gap } from '#domain/record/gaps.ts';

/**
 * What the record must hold so that its operator cannot choose what is in it (docs/record.md).
 * Instants in milliseconds of the market's time, indices of leaves.
 */
const completenessRules = {
  /** From the latest expiry of a statement to its outcome, and to its opening. */
  decidedWithinMs: 10 * minuteMs,
  /** From the end of a minute to its forecasts or to the gap that holds it. */
  coveredWithinMs: 10 * minuteMs,
  /** How much earlier than the expiry of an outcome a statement after it may have been issued. */
  endLeadMs: 10_000,
  /** Between the time that a calibration states and the statements beside it. */
  calibrationToleranceMs: minuteMs,
} as const;

/** A signal, the forecasts of a minute, or the answer of a language model. */
export interface Statement {
  readonly index: number;
  /** What its end names: the id of a signal, the leaf hash of a minute; null: it has no end. */
  readonly key: string | null;
  readonly feed: string;
  readonly seq: number;
  readonly issuedAt: number;
  /** When it will have expired at the latest. */
  readonly expiresBy: number;
  readonly isMinute: boolean;
}

export interface End {
  readonly index: number;
  readonly key: string;
  /** When its last closing price was quoted or, for a signal, its expiry; null: void. */
  readonly endedAt: number | null;
}

export type Violation = { readonly index: number } & (
  | { readonly kind: 'sequence'; readonly expected: number; readonly found: number }
  | { readonly kind: 'order' | 'ended_before' | 'undecided' | 'unopened' | 'future' | 'minute_twice' | 'bad_gap' }
  | { readonly kind: 'calibration_time' }
  | { readonly kind: 'minutes_missing'; readonly from: number; readonly to: number }
);

export type Completeness = ReturnType<typeof createCompleteness>;

interface FeedState {
  nextSeq: number | null;
  newestAt: number;
  coveredTo: number | null;
  /** `coveredTo` is only the minute of its first signal: what covers the ones before may follow. */
  isCoverAssumed: boolean;
  /** Unopened leaves before its newest statement, and before its newest covered minute. */
  unopenedBeforeSeq: number;
  unopenedBeforeCovered: number;
  lastEnd: { readonly index: number; readonly at: number };
  readonly stops: Gap[];
  lastCalibration: { readonly index: number; readonly at: number };
}

const noEnd = { index: -1, at: Number.NEGATIVE_INFINITY };
/** From the issue of any statement to the latest expiry there can be. */
const longestMs = latestExpiry(0, maxDuration);

/** `from`: the index of the first leaf that will come; rules about what lies before it do not apply. */
export function createCompleteness(report: (violation: Violation) => void, from: number) {
  const feeds = new Map<string, FeedState>();
  const open = new Map<string, Statement>();
  /** Unopened leaves, with the latest time at which each can have been issued. */
  const unopened: { readonly index: number; readonly at: number; issuedBy: number | null }[] = [];
  let newestFeed: string | null = null;
  /** The newest statement of a market that is no replay. */
  let newestLive = -1;
  let unopenedSoFar = 0;
  /** After the newest leaf. */
  let next = from;

  const getState = (feed: string): FeedState =>
    getOrCreate(feeds, feed, () => ({
      nextSeq: null,
      newestAt: Number.NEGATIVE_INFINITY,
      coveredTo: null,
      isCoverAssumed: false,
      unopenedBeforeSeq: unopenedSoFar,
      unopenedBeforeCovered: unopenedSoFar,
      lastEnd: noEnd,
      stops: [],
      lastCalibration: noEnd,
    }));

  /** Minutes in which the product did not run do not count as delay. */
  const isOverdue = ({ feed, expiresBy }: Statement, now: number): boolean => {
    if (now - expiresBy <= completenessRules.decidedWithinMs) return false;
    const stopped = getState(feed).stops.reduce((sum, stop) => sum + overlap(stop, expiresBy, now), 0);
    return now - expiresBy - stopped > completenessRules.decidedWithinMs;
  };

  const checkOpen = (now: number, isOf: (feed: string) => boolean): void => {
    for (const [key, statement] of open) {
      // In the order of their issue: nothing after this one can be overdue.
      if (now - statement.issuedAt <= completenessRules.decidedWithinMs) break;
      if (!isOf(statement.feed) || !isOverdue(statement, now)) continue;
      report({ kind: 'undecided', index: statement.index });
      open.delete(key);
    }
  };

  const checkUnopened = (now: number): void => {
    for (let oldest = unopened[0]; oldest; oldest = unopened[0]) {
      const issuedBy = oldest.issuedBy ?? oldest.at;
      if (now - issuedBy <= longestMs + completenessRules.decidedWithinMs) return;
      report({ kind: 'unopened', index: oldest.index });
      unopened.shift();
    }
  };

  /** The minutes up to a statement may still be unopened, or not yet due. */
  const checkCovered = (index: number, { coveredTo }: FeedState, now: number): boolean => {
    const allowed = completenessRules.coveredWithinMs + longestMs + minuteMs;
    if (coveredTo === null || now - coveredTo <= allowed) return true;
    report({ kind: 'minutes_missing', index, from: coveredTo, to: startOfMinute(now) });
    return false;
  };

  /** Numbers and minutes may be missing as far as unopened leaves can hold them. */
  const checkNumber = ({ index, seq, feed }: Statement, state: FeedState): void => {
    const expected = state.nextSeq ?? (from === 0 ? 0 : seq);
    const hidden = unopenedSoFar - state.unopenedBeforeSeq;
    // Unopened leaves are statements: all of them of this feed, unless another one ran in between.
    const minHidden = newestFeed === feed && state.nextSeq !== null ? hidden : 0;
    if (seq < expected + minHidden || seq > expected + hidden)
      report({ kind: 'sequence', index, expected, found: seq });
    state.nextSeq = seq + 1;
    state.unopenedBeforeSeq = unopenedSoFar;
  };

  const cover = (index: number, state: FeedState, start: number, end: number): void => {
    const coveredTo = state.coveredTo ?? start;
    const hidden = (unopenedSoFar - state.unopenedBeforeCovered) * minuteMs;
    if (coveredTo > start && !state.isCoverAssumed) report({ kind: 'minute_twice', index });
    if (coveredTo + hidden < start) report({ kind: 'minutes_missing', index, from: coveredTo, to: start });
    state.coveredTo = state.isCoverAssumed ? end : Math.max(end, coveredTo);
    state.isCoverAssumed = false;
    state.unopenedBeforeCovered = unopenedSoFar;
  };

  return {
    state: (statement: Statement): void => {
      const { index, feed, issuedAt, isMinute } = statement;
      next = index + 1;
      const state = getState(feed);
      if (statement.key !== null) open.set(statement.key, statement);
      checkNumber(statement, state);
      newestFeed = feed;
      if (!isReplay(feed)) newestLive = index;
      if (issuedAt < state.newestAt) report({ kind: 'order', index });
      if (issuedAt < state.lastEnd.at - completenessRules.endLeadMs) {
        report({ kind: 'ended_before', index: state.lastEnd.index });
        state.lastEnd = noEnd;
      }
      state.newestAt = Math.max(state.newestAt, issuedAt);
      if (issuedAt < state.lastCalibration.at - completenessRules.calibrationToleranceMs) {
        report({ kind: 'calibration_time', index: state.lastCalibration.index });
        state.lastCalibration = noEnd;
      }
      const minute = startOfMinute(issuedAt);
      if (isMinute) cover(index, state, minute - minuteMs, minute);
      else if (!checkCovered(index, state, issuedAt)) state.coveredTo = minute;
      if (state.coveredTo === null) {
        state.coveredTo = minute;
        state.isCoverAssumed = true;
      }
      for (const leaf of unopened) leaf.issuedBy ??= issuedAt;
      checkUnopened(issuedAt);
      checkOpen(issuedAt, (one) => one === feed);
    },
    end: ({ index, key, endedAt }: End): void => {
      next = index + 1;
      const statement = open.get(key);
      open.delete(key);
      if (!statement || endedAt === null) return;
      const state = getState(statement.feed);
      if (endedAt > state.lastEnd.at) state.lastEnd = { index, at: endedAt };
    },
    gap: (index: number, feed: string, gap: Gap): void => {
      next = index + 1;
      const state = getState(feed);
      const isWhole = gap.from % minuteMs === 0 && gap.to % minuteMs === 0 && gap.from < gap.to;
      if (!isWhole) report({ kind: 'bad_gap', index });
      newestFeed = feed;
      cover(index, state, gap.from, gap.to);
      state.newestAt = Math.max(state.newestAt, gap.to);
      if (gap.reason === 'stopped') state.stops.push(gap);
    },
    /** A calibration was recorded: at the time that its place says. */
    calibration: (index: number, feed: string, at: number): void => {
      next = index + 1;
      const state = getState(feed);
      state.lastCalibration = { index, at };
      if (state.newestAt > at + completenessRules.calibrationToleranceMs) report({ kind: 'calibration_time', index });
    },
    /** A leaf whose content is not public yet; `at`: its time by the server's own word. */
    closed: (index: number, at: number): void => {
      next = index + 1;
      unopenedSoFar++;
      unopened.push({ index, at, issuedBy: null });
    },
    /** After the last leaf, at a time when the record was complete. */
    finish: (now: number): void => {
      // A replay runs on a clock of its own; no other market is excused by it.
      checkOpen(now, (feed) => !isReplay(feed));
      if (newestFeed !== null && isReplay(newestFeed)) {
        unopened.splice(0, unopened.length, ...unopened.filter(({ index }) => index < newestLive));
        return checkUnopened(now);
      }
      for (const { index, at } of unopened) if (at > now + minuteMs) report({ kind: 'future', index });
      checkUnopened(now);
      const newest = newestFeed === null ? undefined : feeds.get(newestFeed);
      if (newest && newest.newestAt > now + minuteMs) report({ kind: 'future', index: next - 1 });
      const state = newestFeed === null ? undefined : feeds.get(newestFeed);
      if (state) checkCovered(next, state, now);
    },
  };
}

const overlap = (gap: Gap, from: number, to: number): number =>
  Math.max(0, Math.min(gap.to, to) - Math.max(gap.from, from));

const iso = (at: number): string => new Date(at).toISOString();

/** What is wrong with the leaf, in one sentence. */
export function violationText(violation: Violation): string {
  const leaf = `leaf ${violation.index}`;
  switch (violation.kind) {
    case 'sequence':
      return `${leaf} should be statement number ${violation.expected} of its feed, but is number ${violation.found}`;
    case 'order':
      return `${leaf} was issued before the statement that precedes it in the record`;
    case 'ended_before':
      return `${leaf} gives an outcome before it can have been known: a later statement was issued before that expiry`;
    case 'undecided':
      return `${leaf} has no outcome ten minutes after its expiry`;
    case 'unopened':
      return `${leaf} is not opened ten minutes after its expiry`;
    case 'future':
      return `${leaf} lies in the future`;
    case 'minute_twice':
      return `${leaf} repeats minutes that were recorded before`;
    case 'bad_gap':
      return `${leaf} is a gap of no whole minutes`;
    case 'calibration_time':
      return `${leaf} is a calibration at a time that the statements beside it contradict`;
    case 'minutes_missing':
      return `before ${leaf}, the minutes from ${iso(violation.from)} to ${iso(violation.to)} have neither forecasts nor a gap`;
  }
}
