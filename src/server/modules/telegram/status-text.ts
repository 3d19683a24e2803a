import type { Signal } from '#contract/signals.ts';
import type { Language } from '#domain/language.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { alertMessages } from '#phrases/alert-messages.ts';
import { telegramMessages } from '#phrases/telegram-messages.ts';
import { interpolate } from '#server/http/interpolate.ts';

/** The results of these signals, in their order: a line for each, losses like wins. */
export function statusText(signals: readonly Signal[], lang: Language): string {
  const words = telegramMessages[lang];
  const { directions, results } = alertMessages[lang];
  // The reader's time zone is unknown.
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' });
  const lines = signals.flatMap(({ symbol, signal, duration, result, time: issuedAt }) =>
    result === null
      ? []
      : interpolate(words.result, {
          time: time.format(Date.parse(issuedAt)),
          pair: pairName(symbol),
          direction: directions[signal],
          duration: String(duration),
          result: results[result],
        }),
  );
  return lines.length === 0 ? words.noResults : [words.status, ...lines].join('\n');
}
