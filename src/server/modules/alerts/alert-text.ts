import type { Language } from '#domain/language.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { alertMessages } from '#phrases/alert-messages.ts';
import { interpolate, percentText } from '#server/http/phrase-values.ts';
import type { AlertContent, ResultContent } from './alert-content.ts';

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
  const { symbol, signal, aiModel, duration, result } = content;
  const words = alertMessages[lang];
  const model = aiModelName(aiModel);
  return {
    title: interpolate(words.resultTitle, { pair: pairName(symbol), result: words.results[result] }),
    body: interpolate(words.resultBody, { model, duration, direction: words.directions[signal] }),
  };
}
