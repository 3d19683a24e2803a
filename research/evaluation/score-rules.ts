import type { Verdicts } from './verdicts.ts';

export interface ScoreRules {
  /**
   * Area under the ROC curve of P(up): the probability that a rise was given a higher P(up) than a
   * fall.
   */
  readonly auc: number;
  /** Mean squared error of P(up). */
  readonly brier: number;
  /** Expected calibration error over ten bins of equal count, as a fraction. */
  readonly ece: number;
}

/** Ties are excluded. NaN without forecasts. */
export function scoreRules(verdicts: Verdicts): ScoreRules {
  const order = decidedByPUp(verdicts);
  return {
    auc: areaUnderCurve(verdicts, order),
    brier: brierScore(verdicts, order),
    ece: calibrationError(verdicts, order),
  };
}

function decidedByPUp(verdicts: Verdicts): Int32Array {
  const decided = Int32Array.from({ length: verdicts.size }, (_, i) => i).filter((i) => verdicts.outcome(i) !== 0);
  return decided.sort((a, b) => verdicts.pUp(a) - verdicts.pUp(b));
}

/** The Mann–Whitney statistic with mean ranks for equal forecasts. */
function areaUnderCurve(verdicts: Verdicts, order: Int32Array): number {
  let rises = 0;
  let rankSum = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    let risesHere = 0;
    const pUp = verdicts.pUp(order[from] as number);
    for (; to < order.length && verdicts.pUp(order[to] as number) === pUp; to += 1) {
      if (verdicts.outcome(order[to] as number) === 1) risesHere += 1;
    }
    rankSum += risesHere * ((from + 1 + to) / 2);
    rises += risesHere;
    from = to;
  }
  return (rankSum - (rises * (rises + 1)) / 2) / (rises * (order.length - rises));
}

function brierScore(verdicts: Verdicts, order: Int32Array): number {
  let sum = 0;
  for (const i of order) sum += (verdicts.pUp(i) - (verdicts.outcome(i) === 1 ? 1 : 0)) ** 2;
  return sum / order.length;
}

function calibrationError(verdicts: Verdicts, order: Int32Array): number {
  let error = 0;
  for (let bin = 0; bin < 10; bin += 1) {
    const from = Math.floor((bin * order.length) / 10);
    const to = Math.floor(((bin + 1) * order.length) / 10);
    let gap = 0;
    for (let n = from; n < to; n += 1) {
      const i = order[n] as number;
      gap += verdicts.pUp(i) - (verdicts.outcome(i) === 1 ? 1 : 0);
    }
    error += Math.abs(gap);
  }
  return error / order.length;
}
