import type { Language } from '#domain/language.ts';
import { alertMessages } from '#phrases/alert-messages.ts';
import { interpolate } from '#server/http/phrase-values.ts';
import type { ChatMessage } from '#server/integrations/telegram/telegram.ts';
import { textOfAlert, textOfResult } from './alert-text.ts';
import type { AlertRow } from './alerts.repository.ts';
import { toAlertContent, toResultContent } from './alert-content.ts';

/** What the bot writes. Its button opens the signal screen prepared, or the history. */
export function chatMessage({ kind, content }: AlertRow, lang: Language): ChatMessage {
  const label = alertMessages[lang].open;
  if (kind === 'result') {
    const result = toResultContent(content);
    const { title, body } = textOfResult(result, lang);
    return { text: `${title}\n${body}`, button: { label, url: result.link } };
  }
  const alert = toAlertContent(content);
  const { title, body } = textOfAlert(alert, lang);
  return { text: `${title}\n${body}\n${formatUntil(alert.holdsUntil, lang)}`, button: { label, url: alert.link } };
}

/** A chat has no countdown, and the reader's time zone is unknown. */
function formatUntil(holdsUntil: string, lang: Language): string {
  const time = new Intl.DateTimeFormat(lang, { timeStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(holdsUntil));
  return interpolate(alertMessages[lang].holdsUntil, { time });
}
