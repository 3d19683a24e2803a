import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/api/queries.ts';

const whileAwaitedMs = 3_000;

/** `isAwaited`: a link is shown, so the chat may be connected at any moment. */
export const useTelegram = ({ isAwaited = false } = {}) =>
  useQuery({
    ...callQuery('GET /api/telegram/link'),
    staleTime: 0,
    refetchInterval: ({ state }) => (isAwaited && !state.data?.chat ? whileAwaitedMs : false),
  });
