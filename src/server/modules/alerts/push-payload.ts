import type { Language } from '#domain/language.ts';
import { alertMessages } from '#phrases/alert-messages.ts';
import { textOfAlert, textOfResult } from './alert-text.ts';
import type { AlertRow } from './alerts.repository.ts';
import { alertContentOf, resultContentOf } from './read-content.ts';

/** What the service worker shows (src/web/offline/alert-notification.ts). */
export function pushPayload(alert: AlertRow, lang: Language): { payload: string; until: number } {
  return alert.kind === 'alert' ? payloadOfAlert(alert, lang) : payloadOfResult(alert, lang);
}

function payloadOfAlert({ id, content: stored }: AlertRow, lang: Language) {
  const content = alertContentOf(stored);
  const { holdsUntil, link: url } = content;
  const { seconds, over, open, dismiss } = alertMessages[lang];
  const buttons = { seconds, over, open, dismiss };
  const payload = { kind: 'alert', tag: id, lang, ...textOfAlert(content, lang), url, holdsUntil, ...buttons };
  return { payload: JSON.stringify(payload), until: Date.parse(holdsUntil) };
}

function payloadOfResult({ id, content: stored, dropAt }: AlertRow, lang: Language) {
  const content = resultContentOf(stored);
  const payload = { kind: 'result', tag: id, lang, ...textOfResult(content, lang), url: content.link };
  return { payload: JSON.stringify(payload), until: dropAt.getTime() };
}
