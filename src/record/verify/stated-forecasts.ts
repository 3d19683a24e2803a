import { getOrCreate } from '#domain/objects.ts';
import { edgeLeft } from '#domain/signals/entry-window.ts';
import type { Duration } from '#domain/market/duration.ts';
import { limits } from '#domain/signals/limits.ts';
import type { Statement } from '#domain/record/shadow-minute.ts';
import type { Gap } from '#domain/record/gaps.ts';
import { minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import type { Report } from './findings.ts';
import type { IssuedFacts, MinuteFacts } from './leaf-facts.ts';

interface StatedMinute extends Pick<MinuteFacts, 'feed' | 'forecasts' | 'inTurn' | 'issuedAt'> {
  readonly index: number;
}

export interface IssuedSignal extends Omit<IssuedFacts, 'id' | 'nonce' | 'seq'> {
  readonly index: number;
}

/**
 * A signal passes on what a minute beside it states: a model's forecast of that pair and duration,
 * aged by the published shares. That minute is the newest one before it; the one before that while
 * its forecast may still be taken; or the next, if its bar had closed: a slow database may record a
 * minute seconds after its forecasts can be taken.
 */
export type StatedForecasts = ReturnType<typeof createStatedForecasts>;

/** From the statement of a minute: until the next one, and what the next one takes. */
const newestWithinMs = 90 * secondMs;
/** Percentage points: half of the second decimal, twice, and the rounding of the division. */
export const agedTolerance = 0.02;

interface OfFeed {
  newest: StatedMinute | null;
  before: StatedMinute | null;
  /** Whether a leaf after its newest minute is not public yet. */
  isHidden: boolean;
  /** Signals that the minutes before them do not explain. */
  waiting: { readonly signal: IssuedSignal; readonly wrong: string }[];
}

type Answer = 'compared' | 'practice' | { readonly wrong: string };

export function createStatedForecasts(report: Report) {
  const feeds = new Map<string, OfFeed>();
  const counts = { compared: 0, practice: 0, early: 0, unstated: 0 };
  const getFeed = (feed: string): OfFeed =>
    getOrCreate(feeds, feed, () => ({ newest: null, before: null, isHidden: false, waiting: [] }));
  const fails = (index: number, sentence: string): void => report(index, 'no model', sentence);
  const isSettled = (answer: Answer): boolean => {
    if (typeof answer === 'object') return false;
    counts[answer]++;
    return true;
  };

  return {
    /**
     * Signals that could not be compared: practice of a pair that is not stated, and those that were
     * opened before their minute.
     */
    counts,
    minute: (minute: StatedMinute): void => {
      checkMinute(minute, (sentence) => fails(minute.index, sentence));
      const own = getFeed(minute.feed);
      for (const { signal, wrong } of own.waiting) {
        const isStatedNow = decidedAt(minute) <= signal.issuedAt;
        if (isStatedNow && isSettled(compare(signal, minute))) continue;
        if (own.isHidden) counts.early++;
        else fails(signal.index, wrong);
      }
      own.waiting = [];
      own.before = own.newest;
      own.newest = minute;
      own.isHidden = false;
    },
    signal: (signal: IssuedSignal): void => {
      const { newest, before, isHidden, waiting } = getFeed(signal.feed);
      const isNew = newest && signal.issuedAt >= newest.issuedAt && signal.issuedAt - newest.issuedAt <= newestWithinMs;
      const answer: Answer = isNew
        ? compare(signal, newest)
        : { wrong: 'no minute of the last 90 seconds states what it passes on' };
      if (isSettled(answer)) return;
      const isOpen = before && signal.issuedAt - decidedAt(before) <= limits.forecastOpenMs;
      if (isOpen && isSettled(compare(signal, before))) return;
      if (isHidden) counts.early++;
      else if (typeof answer === 'object') waiting.push({ signal, wrong: answer.wrong });
    },
    /** Minutes without forecasts: what was issued from those that were not recorded is not compared. */
    gap: (feed: string, { from, to }: Gap): void => {
      const own = getFeed(feed);
      const isWithin = ({ issuedAt }: IssuedSignal): boolean => {
        const bar = startOfMinute(issuedAt) - minuteMs;
        return bar >= from && bar < to;
      };
      counts.unstated += own.waiting.filter(({ signal }) => isWithin(signal)).length;
      own.waiting = own.waiting.filter(({ signal }) => !isWithin(signal));
    },
    /** A leaf that is not public yet: it may be the minute that explains the signals after it. */
    closed: (): void => {
      for (const own of feeds.values()) own.isHidden = true;
    },
    /** Reports what no later minute can explain any more. */
    finish: (): void => {
      for (const own of feeds.values()) {
        if (own.isHidden) counts.early += own.waiting.length;
        else for (const { signal, wrong } of own.waiting) fails(signal.index, wrong);
        own.waiting = [];
      }
    },
  };
}

/** Each model once, with each pair and duration once, and one signal of a duration. */
function checkMinute({ forecasts, inTurn }: StatedMinute, fails: (sentence: string) => void): void {
  const models = new Set(forecasts.map(({ model }) => model));
  if (models.size < forecasts.length) fails('a model has two lines');
  for (const { model, statements } of forecasts) {
    const places = new Set<string>();
    const issued = new Set<Duration>();
    for (const { symbol, duration, isInTurn, isIssued } of statements) {
      const place = `${symbol}:${duration}`;
      if (places.has(place)) fails(`${model} states ${place} twice`);
      places.add(place);
      if (isIssued && issued.has(duration)) fails(`${model} marks two forecasts of ${duration} minutes as issued`);
      if (isIssued) issued.add(duration);
      if (isInTurn !== (symbol === inTurn)) fails(`${model} marks another pair than the pair in turn`);
    }
  }
}

const decidedAt = ({ issuedAt }: StatedMinute): number => startOfMinute(issuedAt);

function compare(signal: IssuedSignal, minute: StatedMinute): Answer {
  const { model, version } = spokenBy(signal);
  const where = `leaf ${minute.index}`;
  const own = minute.forecasts.find((one) => one.model === model);
  if (!own) return { wrong: `${model} states nothing in ${where}` };
  if (own.version !== version) return { wrong: `it names ${model} ${version}, and ${where} states ${own.version}` };
  const { symbol, duration, hasEdge } = signal;
  const stated = own.statements.find((one) => one.symbol === symbol && one.duration === duration);
  if (stated) return findContradiction(signal, stated, minute) ?? 'compared';
  return hasEdge ? { wrong: `${model} states no signal of ${symbol} for ${duration} minutes in ${where}` } : 'practice';
}

/** The manual choice and others that pass on a model's forecast name that model before its version. */
function spokenBy({ model, modelVersion }: IssuedSignal): { readonly model: string; readonly version: string } {
  const [first = '', second] = modelVersion.split(' ');
  return second === undefined ? { model, version: first } : { model: first, version: second };
}

function findContradiction(signal: IssuedSignal, stated: Statement, minute: StatedMinute): Answer | null {
  const where = `what leaf ${minute.index} states`;
  if (signal.direction !== stated.direction && stated.passability > 50 + agedTolerance)
    return { wrong: `its direction is not ${where}` };
  const left = (at: number): number => edgeLeft(stated.duration, at - decidedAt(minute));
  const aged = 50 + ((stated.passability - 50) * left(signal.issuedAt)) / left(minute.issuedAt);
  if (Math.abs(signal.passability - aged) > agedTolerance)
    return { wrong: `its probability of ${signal.passability} % is not ${where}: ${aged.toFixed(2)} % at that time` };
  return signal.hasEdge && !stated.isSignal ? { wrong: `it has an edge, and ${where} has none` } : null;
}
