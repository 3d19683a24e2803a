import type { TelegramConnection } from '#contract/telegram.ts';
import { getTelegram } from '#web/api/calls/connection-calls.ts';
import { type Read, useRead } from '#web/api/use-read.ts';

export const telegramKey = ['telegram'] as const;
const whileAwaitedMs = 3_000;

/** `isAwaited`: a link is shown, so the chat may be connected at any moment. */
export const useTelegram = ({ isAwaited = false } = {}): Read<TelegramConnection> =>
  useRead(telegramKey, getTelegram, {
    staleTime: 0,
    refetchInterval: ({ state }) => (isAwaited && !state.data?.chat ? whileAwaitedMs : false),
  });
