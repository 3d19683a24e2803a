import { useQuery } from '@tanstack/react-query';
import { telegramPaths } from '#contract/paths.ts';
import type { TelegramConnection } from '#contract/telegram.ts';
import { getJson } from '#web/api/request.ts';

const whileAwaitedMs = 3_000;

/** `isAwaited`: a link is shown, so the chat may be connected at any moment. */
export const useTelegram = ({ isAwaited = false } = {}) =>
  useQuery({
    queryKey: ['telegram'],
    queryFn: getTelegram,
    staleTime: 0,
    refetchInterval: ({ state }) => (isAwaited && !state.data?.chat ? whileAwaitedMs : false),
  });

const getTelegram = (): Promise<TelegramConnection> => getJson(telegramPaths.link);
