import { dayMs, hourMs, minuteMs, secondMs } from '#domain/time.ts';
import type { Phrases } from '../language/phrase-book.ts';

/** Elapsed time in the largest fitting unit: 350 ms, 2.4 s, 12 min, 5 h, 3 d. */
export function spanIn({ t, f }: Phrases, ms: number): string {
  if (ms < secondMs) return t('admin.overview.ms', { n: f.decimal(ms, ms < 10 ? 1 : 0) });
  if (ms < minuteMs) return t('admin.overview.s', { n: f.decimal(ms / secondMs, 1) });
  if (ms < hourMs) return t('admin.overview.min', { n: f.count(Math.floor(ms / minuteMs)) });
  if (ms < dayMs) return t('admin.overview.h', { n: f.count(Math.floor(ms / hourMs)) });
  return t('admin.overview.d', { n: f.count(Math.floor(ms / dayMs)) });
}
