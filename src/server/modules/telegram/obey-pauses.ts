import type { WallClock } from '#domain/clock.ts';
import type { Telegram } from '#server/integrations/telegram/telegram.ts';

/** Sends nothing during a pause that the server asked for (429), which concerns the whole bot. */
export function obeyPauses(telegram: Pick<Telegram, 'send'>, clock: WallClock): Telegram['send'] {
  let pausedUntil = 0;
  return async (chatId, message) => {
    const left = pausedUntil - clock.now();
    if (left > 0) return { retryAfterMs: left };
    const outcome = await telegram.send(chatId, message);
    if (typeof outcome === 'object') pausedUntil = clock.now() + outcome.retryAfterMs;
    return outcome;
  };
}
