import { getDirection, toPassability } from '#domain/market/direction.ts';
import { edgeLeft } from '#domain/signals/entry-window.ts';
import { answerOpenMs } from '#domain/signals/ai-model.ts';
import type { Report } from './findings.ts';
import type { AnswerFacts } from './leaf-facts.ts';
import { agedTolerance, type IssuedSignal } from './stated-forecasts.ts';

interface StatedAnswer extends Omit<AnswerFacts, 'form' | 'nonce' | 'question' | 'seq'> {
  readonly index: number;
}

/**
 * A signal of a language model passes on an answer that was recorded before it: its numbers, aged by
 * the published shares. A question of a minute has one answer.
 */
export type StatedAnswers = ReturnType<typeof createStatedAnswers>;

/** Between the probability of an answer and that of its forecast: the rounding of the logistic function. */
const rounding = 1e-9;

export function createStatedAnswers(report: Report) {
  /** The two newest answers to each question: one is passed on until the next one is there. */
  const newest = new Map<string, readonly StatedAnswer[]>();
  const counts = { compared: 0, early: 0 };
  let newestClosedAt = Number.NEGATIVE_INFINITY;
  const fails = (index: number, sentence: string): void => report(index, 'no model', sentence);

  return {
    /** `early`: opened before their answer. */
    counts,
    answer: (answer: StatedAnswer): void => {
      checkAnswer(answer, (sentence) => fails(answer.index, sentence));
      const key = toQuestion(answer.feed, answer.model, answer.version, answer);
      const before = newest.get(key) ?? [];
      if (before.some(({ minute }) => minute === answer.minute))
        fails(answer.index, `${answer.model} has answered the same question of that minute before`);
      newest.set(key, [...before.slice(-1), answer]);
    },
    /** Of a language model. */
    signal: (signal: IssuedSignal): void => {
      const { index, feed, model, modelVersion, issuedAt } = signal;
      const answers = newest.get(toQuestion(feed, model, modelVersion, signal)) ?? [];
      const open = answers.filter(({ minute }) => issuedAt >= minute && issuedAt - minute <= answerOpenMs);
      const wrongs = open.map((answer) => findContradiction(signal, answer));
      if (wrongs.includes(null)) counts.compared++;
      else if (issuedAt - newestClosedAt <= answerOpenMs) counts.early++;
      else fails(index, wrongs.at(-1) ?? 'no answer of the last 90 seconds states what it passes on');
    },
    /** A leaf of this time that is not public yet: it may be the answer that explains a later signal. */
    closed: (at: number): void => {
      newestClosedAt = Math.max(newestClosedAt, at);
    },
  };
}

const toQuestion = (
  feed: string,
  model: string,
  version: string,
  { symbol, duration }: Pick<StatedAnswer, 'symbol' | 'duration'>,
): string => [feed, model, version, symbol, duration].join('\n');

function checkAnswer({ minute, issuedAt, stated, calibrated }: StatedAnswer, fails: (sentence: string) => void): void {
  if (issuedAt < minute || issuedAt - minute > answerOpenMs)
    fails('the answer of a language model was recorded outside the minute that it is about');
  const [own, distance] = [calibrated - 0.5, Math.abs(stated - 0.5)];
  if (Math.abs(own) > distance + rounding || own * (stated - 0.5) < 0)
    fails('its forecast is surer than the answer of the language model, or of the other direction');
}

function findContradiction(signal: IssuedSignal, answer: StatedAnswer): string | null {
  const where = `what the answer in leaf ${answer.index} states`;
  const passability = toPassability(answer.calibrated);
  const direction = getDirection(answer.calibrated);
  if (signal.direction !== direction && passability > 50 + agedTolerance) return `its direction is not ${where}`;
  const aged = 50 + (passability - 50) * edgeLeft(answer.duration, signal.issuedAt - answer.minute);
  if (Math.abs(signal.passability - aged) > agedTolerance)
    return `its probability of ${signal.passability} % is not ${where}: ${aged.toFixed(2)} % at that time`;
  return signal.hasEdge && aged < answer.signalFrom - agedTolerance ? `it has an edge, and ${where} has none` : null;
}
