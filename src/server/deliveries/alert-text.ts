import type { Language } from '#domain/language.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { alertMessages } from '#phrases/messages.ts';
import { interpolate, percentText, resultText as outcomeText } from '#server/http/phrase-values.ts';
import type { MessageContent, SignalAlertContent, SignalResultContent } from './message.ts';

/** Push and Telegram carry nothing about the account. */
export function toNews(content: MessageContent): SignalAlertContent | SignalResultContent {
  if (content.kind === 'signal_alert' || content.kind === 'signal_result') return content;
  throw new Error(`only a mail can say ${content.kind}`);
}

interface AlertText {
  readonly title: string;
  readonly body: string;
}

export function alertText(content: SignalAlertContent, lang: Language): AlertText {
  const { symbol, signal, aiModel, duration, passability } = content;
  const words = alertMessages[lang];
  const percent = percentText(passability / 100, lang);
  return {
    title: interpolate(words.title, { pair: pairName(symbol), direction: words.directions[signal], percent }),
    body: interpolate(words.body, { model: aiModelName(aiModel), duration }),
  };
}

export function resultText(content: SignalResultContent, lang: Language): AlertText {
  const { symbol, signal, aiModel, duration } = content;
  const words = alertMessages[lang];
  const model = aiModelName(aiModel);
  return {
    title: interpolate(words.resultTitle, { pair: pairName(symbol), result: outcomeText(content, lang) }),
    body: interpolate(words.resultBody, { model, duration, direction: words.directions[signal] }),
  };
}
