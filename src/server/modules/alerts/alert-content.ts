import type { Signal } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import type { Language } from '#domain/language.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { type Direction, getDirection } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';
import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { edgeFrom } from '#domain/signals/edge.ts';
import { entryWindow } from '#domain/signals/entry-window.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { alertMessages } from '#phrases/messages.ts';
import { interpolate, percentText, resultText } from '#server/http/phrase-values.ts';

/** What an alert says. */
export interface AlertContent {
  readonly symbol: string;
  readonly signal: Direction;
  readonly aiModel: AiModelKey;
  readonly duration: Duration;
  readonly passability: number;
  /** The close of the minute that the forecast was made from. */
  readonly time: string;
  /** Until when it has an edge for its receiver. */
  readonly holdsUntil: string;
  /** Opens the signal screen with model, pair and duration chosen. */
  readonly link: string;
}

interface ResultContent {
  readonly id: string;
  readonly symbol: string;
  readonly signal: Direction;
  readonly aiModel: AiModelKey;
  readonly duration: Duration;
  readonly result: Outcome;
  readonly hasEdge: boolean;
  readonly link: string;
}

interface Context {
  readonly publicUrl: string;
  readonly lang: Language;
}

/** `holdsUntil`: of the wall clock, milliseconds. */
export function createAlert(forecast: Forecast, holdsUntil: number, { publicUrl, lang }: Context): AlertContent {
  const { model, symbol, duration, pUp, passability, decidedAt } = forecast;
  const choice = new URLSearchParams({ model, pair: symbol, duration: String(duration) });
  return {
    symbol,
    signal: getDirection(pUp),
    aiModel: model,
    duration,
    passability,
    time: toInstant(decidedAt),
    holdsUntil: toInstant(holdsUntil),
    link: `${publicUrl}/${lang}/signal?${choice.toString()}`,
  };
}

/** How long after the minute's close a forecast has an edge at this payout, milliseconds. */
export const worthMs = ({ model, duration, passability }: Forecast, payout: number): number =>
  entryWindow({ duration, passability, breakEven: edgeFrom(model, payout) / 100 }).worthMs;

export const toResult = (signal: Signal, { publicUrl, lang }: Context): ResultContent | null =>
  signal.result === null
    ? null
    : {
        id: signal.id,
        symbol: signal.symbol,
        signal: signal.signal,
        aiModel: signal.aiModel,
        duration: signal.duration,
        result: signal.result,
        hasEdge: signal.hasEdge,
        link: `${publicUrl}/${lang}/history`,
      };

type Stored = Readonly<Record<string, unknown>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by match-minute.ts alone
export const toAlertContent = (stored: Stored): AlertContent => stored as unknown as AlertContent;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by notify-results.ts alone
export const toResultContent = (stored: Stored): ResultContent => stored as unknown as ResultContent;

interface AlertText {
  readonly title: string;
  readonly body: string;
}

export function textOfAlert(content: AlertContent, lang: Language): AlertText {
  const { symbol, signal, aiModel, duration, passability } = content;
  const words = alertMessages[lang];
  const percent = percentText(passability / 100, lang);
  return {
    title: interpolate(words.title, { pair: pairName(symbol), direction: words.directions[signal], percent }),
    body: interpolate(words.body, { model: aiModelName(aiModel), duration }),
  };
}

export function textOfResult(content: ResultContent, lang: Language): AlertText {
  const { symbol, signal, aiModel, duration } = content;
  const words = alertMessages[lang];
  const model = aiModelName(aiModel);
  return {
    title: interpolate(words.resultTitle, { pair: pairName(symbol), result: resultText(content, lang) }),
    body: interpolate(words.resultBody, { model, duration, direction: words.directions[signal] }),
  };
}
