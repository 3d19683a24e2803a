import type { AdminModel } from '#contract/admin-models.ts';
import type { Phrases } from '#web/language/phrase-book.ts';

type Flag = NonNullable<AdminModel['live']['flag']>;

/** Which figure is outside the interval of the card, and by how much. */
export function flagWords({ figure, live, card }: Flag, { t, f }: Phrases): string {
  const points = (share: number): string => t('admin.models.points', { n: f.signed(share * 100, 1) });
  if (!card) return t('admin.models.flagOwn', { value: points(live.value) });
  if (figure === 'win_rate') {
    return t('admin.models.flagWinRate', {
      value: f.percent(live.value, 1),
      low: f.decimal(card.low * 100, 1),
      high: f.percent(card.high, 1),
    });
  }
  return t('admin.models.flagCalibration', {
    value: points(live.value),
    low: points(card.low),
    high: points(card.high),
  });
}
