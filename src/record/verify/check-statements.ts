import type { Direction } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import {
  type AnswerLeaf,
  closeOfMinute,
  type GenesisLeaf,
  type MinuteLeaf,
  recordLimits,
  type SignalLeaf,
  type VersionLeaf,
} from '#record/leaf.ts';
import {
  ageProbability,
  type ModelForecasts,
  pairInTurn,
  parseForecasts,
  type RecordModel,
  sideOfAnswer,
  statedFrom,
} from '#record/lines.ts';
import { Recent } from './recent.ts';

/** Called with each leaf that breaks a rule. */
export type Fails = (rule: number, leaf: number, text: string) => void;

/** A minute as its leaf states it. Instants in milliseconds UTC. */
export interface CheckedMinute {
  readonly index: number;
  readonly at: number;
  /** When its bar closed. */
  readonly closed: number;
  readonly inTurn: string;
  readonly models: readonly ModelForecasts[];
  readonly without: readonly string[];
}

/** `index` of a leaf that shows only its hash. */
type IsClosed = (index: number) => boolean;

interface Part {
  readonly genesis: GenesisLeaf;
  /** The first leaf that is read; what refers to earlier ones is not judged. */
  readonly from: number;
  readonly isClosed: IsClosed;
}

/** Percentage points: two roundings to the second decimal, and the division. */
const agedTolerance = 0.02;

/** Rules 6 to 9: what the models state, what signals pass on, and by which versions. */
export function createStatementChecks({ genesis, from, isClosed }: Part, fails: Fails) {
  const inForce = new Map<RecordModel, number>();
  const usedIds = new Set<string>();
  /** Minutes that a signal or an answer may still name. */
  const minutes = new Recent<number, CheckedMinute>(2 * recordLimits.passedOnWithinMs);
  const answers = new Recent<number, AnswerLeaf & { readonly index: number }>(2 * recordLimits.passedOnWithinMs);
  const questions = new Recent<string, number>(2 * recordLimits.passedOnWithinMs);
  let newest: CheckedMinute | null = null;
  let previous: CheckedMinute | null = null;
  let newestStart = Number.NEGATIVE_INFINITY;
  const counts = { passedOn: 0, early: 0, onlyRecomputed: 0 };
  const isOfPart = from > 0;
  const pairs = new Set(genesis.pairs);
  const isOffered = (pair: string, duration: Duration): boolean =>
    pairs.has(pair) && genesis.durations.includes(duration);

  const checkVersions = (index: number, versions: readonly number[], models: readonly RecordModel[]): void => {
    if (versions.length !== models.length) fails(6, index, 'it names another number of versions than it has lines');
    models.forEach((model, i) => {
      const named = versions[i] ?? -1;
      const right = inForce.get(model);
      if (right === undefined && isOfPart && named < from) inForce.set(model, named);
      else if (right !== named)
        fails(
          7,
          index,
          `${model} has ${right === undefined ? 'no version in force' : `version leaf ${right}`}, not ${named}`,
        );
      if (models.indexOf(model) !== i) fails(6, index, `${model} has two lines`);
    });
    for (const model of inForce.keys())
      if (!models.includes(model)) fails(6, index, `${model} is in force and states nothing`);
  };

  const checkForecasts = (
    index: number,
    { model, forecasts }: ModelForecasts,
    leaf: MinuteLeaf,
    inTurn: string,
  ): void => {
    for (const { pair, duration, probability } of forecasts) {
      if (!isOffered(pair, duration)) fails(6, index, `${pair} ${duration} is not of this record`);
      else if (leaf.without.includes(pair)) fails(6, index, `${model} states ${pair}, which has no price`);
      else if (pair !== inTurn && probability < statedFrom)
        fails(6, index, `${model} states ${pair} at ${probability} %, which is not its turn`);
    }
    if (leaf.without.includes(inTurn)) return;
    const own = forecasts.filter(({ pair }) => pair === inTurn).map(({ duration }) => duration);
    if (genesis.durations.some((duration) => !own.includes(duration)))
      fails(6, index, `${model} does not state the pair in turn, ${inTurn}, in every duration`);
  };

  /** Whether the leaf may pass this minute on: the newest, or the one before within some time of the newest. */
  const isCurrent = (minute: number, at: number, withinMs: number): boolean =>
    newest === null || minute === newest.index || (minute === previous?.index && at - newest.at < withinMs);

  const checkTime = (rule: number, index: number, at: number, closed: number): void => {
    if (at - closed > recordLimits.passedOnWithinMs)
      fails(rule, index, 'it is more than 90 seconds younger than its bar');
  };

  const checkAged = (index: number, { of, probability, at }: SignalLeaf, stated: PassedOn, closed: number): void => {
    const aged = ageProbability(stated, { closed, from: stated.from, to: Date.parse(at) });
    if (Math.abs(aged - probability) > agedTolerance + 1e-9)
      fails(8, index, `${probability} % is not what leaf ${of} states, ${aged.toFixed(2)} % at that time`);
  };

  /** What the named leaf says of the signal's forecast; null: it was reported, or is not known. */
  const findStated = (index: number, signal: SignalLeaf): PassedOn | null => {
    const answer = answers.get(signal.of);
    if (answer) return fromAnswer(answer, minutes.get(answer.minute)?.closed ?? null);
    const minute = minutes.get(signal.of);
    if (!minute) {
      if (isClosed(signal.of) || signal.of < from) counts.early++;
      else fails(8, index, `leaf ${signal.of} is no minute or answer that it may pass on`);
      return null;
    }
    const at = Date.parse(signal.at);
    if (!isCurrent(minute.index, at, recordLimits.previousMinuteMs))
      fails(8, index, `it passes on leaf ${minute.index}, and leaf ${newest?.index} is newer`);
    const { model, pair, duration } = signal;
    const own = minute.models.find((one) => one.model === model);
    const stated = own?.forecasts.find((one) => one.pair === pair && one.duration === duration);
    if (stated) return { ...stated, model, closed: minute.closed, from: minute.at };
    const isUnstated =
      own && pair !== minute.inTurn && !minute.without.includes(pair) && signal.probability < statedFrom;
    if (!isUnstated) fails(8, index, `${model} states no ${pair} ${duration} in leaf ${minute.index}`);
    else {
      checkTime(8, index, at, minute.closed);
      counts.onlyRecomputed++;
    }
    return null;
  };

  return {
    counts,
    version: (index: number, { model, id, file, calibration, at }: VersionLeaf): void => {
      if (!genesis.models.includes(model)) fails(7, index, `${model} is not of this record`);
      const key = `${model} ${id}`;
      if (usedIds.has(key)) fails(7, index, `${model} had a version ${id} before`);
      usedIds.add(key);
      if (calibration && !(calibration.from < calibration.to && calibration.to <= at))
        fails(7, index, 'its calibration’s period had not ended');
      if (file !== null) inForce.set(model, index);
      else if (!inForce.delete(model) && !isOfPart) fails(7, index, `${model} leaves and has no version in force`);
    },
    /** Null: not a minute that counts. */
    minute: (index: number, leaf: MinuteLeaf): CheckedMinute | null => {
      const [start, at, closed] = [Date.parse(leaf.minute), Date.parse(leaf.at), closeOfMinute(leaf)];
      if (start <= newestStart) {
        fails(6, index, 'its minute was stated before, or is earlier than the one before');
        return null;
      }
      if (at < closed || at - closed > recordLimits.statedWithinMs) {
        fails(6, index, 'it was not stated within 30 s after its bar closed');
        return null;
      }
      newestStart = start;
      if (!isMarketOpen({ calendar: genesis.calendar, window: null }, start))
        fails(6, index, 'the calendar of the record is closed in its minute');
      if (leaf.without.some((pair) => !genesis.pairs.includes(pair)))
        fails(6, index, 'it has no price of a pair that is not of this record');
      const inTurn = pairInTurn(genesis.pairs, start);
      const models = leaf.forecasts.map(parseForecasts).filter((line) => line !== null);
      if (models.length < leaf.forecasts.length) fails(4, index, 'a line of its forecasts has another form');
      checkVersions(
        index,
        leaf.versions,
        models.map(({ model }) => model),
      );
      for (const one of models) checkForecasts(index, one, leaf, inTurn);
      const minute = { index, at, closed, inTurn, models, without: leaf.without };
      minutes.set(index, minute, at);
      [previous, newest] = [newest, minute];
      return minute;
    },
    answer: (index: number, leaf: AnswerLeaf): void => {
      const { model, pair, duration, probability, stated } = leaf;
      const at = Date.parse(leaf.at);
      if (!genesis.models.includes(model) || !isOffered(pair, duration))
        fails(9, index, `${model} ${pair} ${duration} is not of this record`);
      const key = `${model} ${pair} ${duration} ${leaf.minute}`;
      const before = questions.get(key);
      if (before !== undefined) fails(9, index, `leaf ${before} answers the same question`);
      questions.set(key, index, at);
      answers.set(index, { ...leaf, index }, at);
      const surest = 100 * Math.max(stated, 1 - stated);
      if (probability > surest + agedTolerance) fails(9, index, 'it is surer than what the language model stated');
      const minute = minutes.get(leaf.minute);
      if (minute) {
        if (!isCurrent(minute.index, at, recordLimits.previousQuestionMs))
          fails(9, index, `it answers about leaf ${minute.index}, and leaf ${newest?.index} is newer`);
        checkTime(9, index, at, minute.closed);
      } else if (!isClosed(leaf.minute) && leaf.minute >= from)
        fails(9, index, `leaf ${leaf.minute} is no minute that it may be about`);
    },
    signal: (index: number, signal: SignalLeaf): void => {
      const { of, model, pair, duration, side } = signal;
      if (!genesis.models.includes(model) || !isOffered(pair, duration))
        fails(8, index, `${model} ${pair} ${duration} is not of this record`);
      const stated = findStated(index, signal);
      if (!stated) return;
      if (stated.model !== model || stated.pair !== pair || stated.duration !== duration || stated.side !== side)
        fails(8, index, `it is not what leaf ${of} states`);
      // The minute of an answer opens later than the answer.
      if (stated.closed === null) counts.early++;
      else {
        counts.passedOn++;
        checkTime(8, index, Date.parse(signal.at), stated.closed);
        checkAged(index, signal, stated, stated.closed);
      }
    },
    /** Called when the record has reached this time: drops leaves that nothing may name any more. */
    forget: (now: number): void => {
      minutes.expire(now);
      answers.expire(now);
      questions.expire(now);
    },
    newestStart: (): number => newestStart,
  };
}

interface PassedOn {
  readonly model: RecordModel;
  readonly pair: string;
  readonly duration: Duration;
  readonly side: Direction;
  readonly probability: number;
  /** When the bar closed; null: its minute is not known. */
  readonly closed: number | null;
  /** As of when the probability is stated. */
  readonly from: number;
}

const fromAnswer = (answer: AnswerLeaf, closed: number | null): PassedOn => ({
  model: answer.model,
  pair: answer.pair,
  duration: answer.duration,
  side: sideOfAnswer(answer),
  probability: answer.probability,
  closed,
  from: Date.parse(answer.at),
});
