/** Remaining minutes and seconds, rounded up to whole seconds: 5:00, 0:59, 0:00. */
export function countdownText(leftMs: number): string {
  const seconds = Math.ceil(Math.max(0, leftMs) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Remaining share of the whole, 0 to 1. */
export const shareLeft = (leftMs: number, wholeMs: number): number => Math.min(1, Math.max(0, leftMs / wholeMs));
