import { type AlertChannel, alertChannels } from '#domain/signals/alert-rule.ts';
import type { Language } from '#domain/language.ts';
import { errorPhrases } from '#phrases/errors.ts';
import { apiError } from '#server/http/api-error.ts';

/** Without a bot of the operator nobody is reached by Telegram, so nobody may count on it. */
export const offeredChannels = (hasBot: boolean): readonly AlertChannel[] =>
  alertChannels.filter((channel) => channel !== 'telegram' || hasBot);

export function requireOffered(channels: readonly AlertChannel[], hasBot: boolean, language: Language): void {
  const allowed = offeredChannels(hasBot);
  if (channels.every((channel) => allowed.includes(channel))) return;
  throw apiError('validation_failed', {
    params: { fields: 'channels' },
    details: [{ field: 'channels', message: errorPhrases[language].telegram_unavailable, allowed }],
  });
}
