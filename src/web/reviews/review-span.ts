import { dayMs } from '#domain/time.ts';

/** How long the author had received signals, in the most suitable unit. */
export function reviewSpan(
  firstSignalAt: string,
  writtenAt: string,
): { unit: 'days' | 'weeks' | 'months'; count: number } {
  const days = Math.max(1, Math.ceil((Date.parse(writtenAt) - Date.parse(firstSignalAt)) / dayMs));
  if (days < 14) return { unit: 'days', count: days };
  return days < 61
    ? { unit: 'weeks', count: Math.floor(days / 7) }
    : { unit: 'months', count: Math.floor(days / 30.44) };
}
