import type { Analytics } from '#contract/signals.ts';
import { toPassability } from '#domain/market/direction.ts';
import { marketSessionAt } from '#domain/market/market-session.ts';
import { calibratedFrom } from '#domain/signals/ai-model.ts';
import { hasLean } from '#domain/statistics/shown-rate.ts';
import { minuteMs } from '#domain/time.ts';
import { calibrateStated, slopeFrom, type StatedGroup } from '#engine/forecast/calibration/llm-calibration.ts';
import { ageForecast, type Explanation, type Forecast } from '#engine/forecast/forecaster.ts';
import { llmPhrases } from '#phrases/analytics.ts';
import type { LlmAnswerRow } from './llm-answers.repository.ts';
import type { LlmForecast, OwnAnalysis } from './llm-models.api.ts';
import type { RecordedAnswer } from './record-answer.ts';
/** A smaller distance below break-even reads as equal to it. Percentage points. */
const minReportedPoints = 0.1;

/** Reads as 50 %, and is down. */
const justBelowEven = 0.5 - 1e-9;

/** An answer, with the indicators that its question contained, if any. */
export interface Answered {
  readonly answer: LlmAnswerRow;
  readonly indicators: Analytics['indicators'];
}

/** A forecast as of its decision time: the answer calibrated by the model's own record. */
export function calibrateAnswer(answer: LlmAnswerRow, record: readonly StatedGroup[]): Forecast {
  const pUp = calibrateStated(answer.pUp, slopeFrom(record));
  const passability = toPassability(pUp);
  const decidedAt = answer.minute.getTime();
  return {
    model: answer.model,
    modelVersion: answer.version,
    symbol: answer.symbol,
    barTime: decidedAt - minuteMs,
    decidedAt,
    duration: answer.duration,
    pUp,
    passability,
    session: marketSessionAt(decidedAt),
  };
}

/** Explains an answer, and ages it from what was recorded. `now`: market time. */
export function stateForecast(
  { answer, indicators }: Answered,
  calibrated: Forecast,
  { index, probability, at }: RecordedAnswer,
  record: readonly StatedGroup[],
  now: number,
): LlmForecast {
  const settled = countSettled(record);
  const won = record.reduce((sum, group) => sum + group.won, 0);
  // The side stays that of the answer, also when nothing is left of it.
  const pUp = answer.pUp >= 0.5 ? probability / 100 : Math.min(1 - probability / 100, justBelowEven);
  const made = { ...calibrated, pUp, passability: probability, asOf: at };
  const forecast = ageForecast(made, now);
  const text: OwnAnalysis['text'] = (lang, breakEven, passability) =>
    llmPhrases[lang].text({
      direction: hasLean(toPassability(answer.pUp)) ? (answer.pUp >= 0.5 ? 'up' : 'down') : null,
      said: toPassability(answer.pUp),
      stated: passability,
      settled,
      won,
      calibratedFrom,
      breakEven: 100 * breakEven - passability >= minReportedPoints ? 100 * breakEven : null,
      reasons: answer.reasons.map((reason) => llmPhrases[lang].reasons[reason]),
    });
  return {
    forecast,
    recordIndex: index,
    analysis: { explanation: toExplanation(answer, made, settled, won), indicators, text },
  };
}

const countSettled = (record: readonly StatedGroup[]): number => record.reduce((sum, { count }) => sum + count, 0);

/**
 * From 50 to the stated P(up) in two steps: the value stated by the model, and the correction by
 * its record. Percent.
 */
const toExplanation = (answer: LlmAnswerRow, made: Forecast, settled: number, won: number): Explanation => ({
  baseRate: settled === 0 ? 50 : (100 * won) / settled,
  sampleSize: settled,
  contributions: [
    { feature: 'stated_probability', value: 100 * answer.pUp, effect: 100 * answer.pUp - 50 },
    { feature: 'shrinkage_by_record', value: settled, effect: 100 * (made.pUp - answer.pUp) },
  ],
});
