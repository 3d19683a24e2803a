import { useQuery } from '@tanstack/react-query';
import { getTelegram } from '#web/api/calls/connection-calls.ts';

const whileAwaitedMs = 3_000;

/** `isAwaited`: a link is shown, so the chat may be connected at any moment. */
export const useTelegram = ({ isAwaited = false } = {}) =>
  useQuery({
    queryKey: ['telegram'],
    queryFn: getTelegram,
    staleTime: 0,
    refetchInterval: ({ state }) => (isAwaited && !state.data?.chat ? whileAwaitedMs : false),
  });
