import { getBreakEven } from '#domain/statistics/break-even.ts';
import type { Analytics } from '#contract/signals.ts';
import { calibratedFrom } from '#domain/signals/ai-model.ts';
import { toPassability } from '#domain/market/direction.ts';
import { hasLean } from '#domain/statistics/shown-rate.ts';
import { marketSessionAt } from '#domain/market/market-session.ts';
import { ageForecast } from '#engine/forecast/age-forecast.ts';
import type { Explanation, Forecast } from '#engine/forecast/forecaster.ts';
import { calibrateStated, slopeFrom, type StatedGroup } from '#engine/forecast/calibration/llm-calibration.ts';
import { llmPhrases } from '#phrases/llm.ts';
import { minuteMs } from '#domain/time.ts';
import type { LlmAnswerRow } from './llm-answers.repository.ts';
import type { LlmForecast, OwnAnalysis } from './llm-models.api.ts';
import type { RecordedAnswer } from './record-answer.ts';

/** A smaller distance below break-even reads as equal to it. Percentage points. */
const minReportedPoints = 0.1;

/** An answer, with the indicators that its question contained, if any. */
export interface Answered {
  readonly answer: LlmAnswerRow;
  readonly indicators: Analytics['indicators'];
}

/** An answer calibrated by the model's own record. It has an edge at or above break-even, calibrated or not. */
export const calibrateAnswer = (answer: LlmAnswerRow, record: readonly StatedGroup[], payout: number) => ({
  pUp: calibrateStated(answer.pUp, slopeFrom(record)),
  signalFrom: 100 * getBreakEven(payout),
});

/** Turns an answer into a forecast, as it was recorded. `now`: market time. */
export function stateForecast(
  { answer, indicators }: Answered,
  { calibrated, signalFrom }: RecordedAnswer,
  record: readonly StatedGroup[],
  now: number,
): LlmForecast {
  const settled = countSettled(record);
  const won = record.reduce((sum, group) => sum + group.won, 0);
  const made = toForecast(answer, calibrated, signalFrom);
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
  return { forecast, analysis: { explanation: toExplanation(answer, made, settled, won), indicators, text } };
}

const countSettled = (record: readonly StatedGroup[]): number => record.reduce((sum, { count }) => sum + count, 0);

function toForecast(answer: LlmAnswerRow, pUp: number, signalFrom: number): Forecast {
  const decidedAt = answer.minute.getTime();
  const passability = toPassability(pUp);
  return {
    model: answer.model,
    modelVersion: answer.version,
    symbol: answer.symbol,
    barTime: decidedAt - minuteMs,
    decidedAt,
    duration: answer.duration,
    pUp,
    passability,
    signalFrom,
    signalled: passability >= signalFrom,
    session: marketSessionAt(decidedAt),
  };
}

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
