import type { Language } from '#domain/language.ts';
import { minuteMs } from '#domain/time.ts';

const hour = 60 * minuteMs;
const day = 24 * hour;
const spans = [1, 5, 15, 30].map((n) => n * minuteMs).concat([1, 3, 6, 12].map((n) => n * hour));
const longSpans = [1, 2, 7, 14, 30, 61, 91, 183, 365, 730, 1_825].map((n) => n * day);

/**
 * Instants between the two at round distances, `max` of which fit, each labelled with the precision
 * that its distance requires; beyond a day only dates tell two of them apart.
 */
export function timeTicks(first: number, last: number, max: number, lang: Language): { at: number; text: string }[] {
  const steps = last - first >= day ? longSpans : [...spans, ...longSpans];
  const step = steps.find((one) => (last - first) / one <= max) ?? 3_650 * day;
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, getFormat(step));
  const start = Math.ceil(first / step) * step;
  const count = Math.max(0, Math.floor((last - start) / step) + 1);
  return Array.from({ length: count }, (_, i) => start + i * step).map((at) => ({ at, text: format.format(at) }));
}

function getFormat(step: number): Intl.DateTimeFormatOptions {
  if (step < day) return { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  if (step < 30 * day) return { day: 'numeric', month: 'short' };
  return { day: '2-digit', month: '2-digit', year: '2-digit' };
}
