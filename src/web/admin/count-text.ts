import type { AdminOverview } from '#contract/admin/system.ts';
import type { Phrases } from '#web/language/phrase-book.ts';

/** A number of users; one that is estimated says so. */
export const countText = (
  count: number,
  { isEstimate }: Pick<AdminOverview['users'], 'isEstimate'>,
  { t, f }: Phrases,
): string => (isEstimate ? t('admin.estimate', { n: f.count(count) }) : f.count(count));
