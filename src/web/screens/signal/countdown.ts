import { minutesAndSeconds } from '#web/ui/use-seconds-left.ts';

/** Remaining minutes and seconds, rounded up to whole seconds. */
export const countdownText = (leftMs: number): string => minutesAndSeconds(Math.ceil(Math.max(0, leftMs) / 1000));

/** Remaining share of the whole, 0 to 1. */
export const shareLeft = (leftMs: number, wholeMs: number): number => Math.min(1, Math.max(0, leftMs / wholeMs));
