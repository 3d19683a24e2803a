import type { AdminOverview } from '#contract/admin/system.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#domain/time.ts';
import type { Phrases } from '#web/language/phrase-book.ts';

/** A number of users; one that is estimated says so. */
export const countText = (
  count: number,
  { isEstimate }: Pick<AdminOverview['users'], 'isEstimate'>,
  { t, f }: Phrases,
): string => (isEstimate ? t('admin.estimate', { n: f.count(count) }) : f.count(count));

const named = ['simulated', 'replay', 'deriv', 'oanda', 'twelvedata'] as const;

/** Name of the price source; an unknown source keeps its own name. */
export function feedNameIn({ t }: Phrases, kind: string): string {
  const known = named.find((name) => name === kind);
  return known ? t(`admin.overview.feeds.${known}`) : kind;
}

/** Why a model is unavailable; details of a failed model file are in the server log. */
export function modelReasonIn({ t }: Phrases, reason: string | null): string {
  if (reason === 'no_key' || reason === 'not_ready') return t(`admin.models.reasons.${reason}`);
  return t('admin.models.reasons.other');
}

/** As in the broker's terminal: always with a decimal point, with all digits of the pair. */
export const priceIn = (symbol: string, price: number | null): string =>
  price === null ? '—' : price.toFixed(priceDigits(symbol));

/** Elapsed time in the largest fitting unit: 350 ms, 2.4 s, 12 min, 5 h, 3 d. */
export function spanIn({ t, f }: Phrases, ms: number): string {
  if (ms < secondMs) return t('admin.overview.ms', { n: f.decimal(ms, ms < 10 ? 1 : 0) });
  if (ms < minuteMs) return t('admin.overview.s', { n: f.decimal(ms / secondMs, 1) });
  if (ms < hourMs) return t('admin.overview.min', { n: f.count(Math.floor(ms / minuteMs)) });
  if (ms < dayMs) return t('admin.overview.h', { n: f.count(Math.floor(ms / hourMs)) });
  return t('admin.overview.d', { n: f.count(Math.floor(ms / dayMs)) });
}
