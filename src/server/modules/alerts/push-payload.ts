import type { Language } from '#domain/language.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { alertMessages } from '#phrases/alert-messages.ts';
import { interpolate } from '#server/http/interpolate.ts';
import type { AlertRow } from './alerts.repository.ts';
import { alertContentOf, resultContentOf } from './read-content.ts';

/** What the service worker shows (src/web/offline/alert-notification.ts). */
export function pushPayload(alert: AlertRow, lang: Language): { payload: string; until: number } {
  return alert.kind === 'alert' ? payloadOfAlert(alert, lang) : payloadOfResult(alert, lang);
}

function payloadOfAlert({ id, content }: AlertRow, lang: Language) {
  const { symbol, signal, aiModel, duration, passability, holdsUntil, link } = alertContentOf(content);
  const words = alertMessages[lang];
  const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 }).format(passability / 100);
  const title = interpolate(words.title, { pair: pairName(symbol), direction: words.directions[signal], percent });
  const body = interpolate(words.body, { model: aiModelName(aiModel), duration });
  const { seconds, over, open, dismiss } = words;
  const payload = { kind: 'alert', tag: id, lang, title, body, url: link, holdsUntil, seconds, over, open, dismiss };
  return { payload: JSON.stringify(payload), until: Date.parse(holdsUntil) };
}

function payloadOfResult({ id, content, dropAt }: AlertRow, lang: Language) {
  const { symbol, signal, aiModel, duration, result, link } = resultContentOf(content);
  const words = alertMessages[lang];
  const title = interpolate(words.resultTitle, { pair: pairName(symbol), result: words.results[result] });
  const model = aiModelName(aiModel);
  const body = interpolate(words.resultBody, { model, duration, direction: words.directions[signal] });
  return {
    payload: JSON.stringify({ kind: 'result', tag: id, lang, title, body, url: link }),
    until: dropAt.getTime(),
  };
}
