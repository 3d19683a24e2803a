import type { ModelFigures } from '#contract/record.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

/** Which live figure is outside the interval of the model's card, in words. */
export function FlagReason({ flag }: { flag: ModelFigures['flag'] }) {
  const { t, f } = usePhrases();
  if (!flag?.card) return t('record.models.flagStated');
  const { live, card, figure } = flag;
  const sendRequest = (share: number): string =>
    figure === 'win_rate' ? f.percent(share, 1) : f.signed(share * 100, 1);
  const values = {
    live: sendRequest(live.value),
    low: sendRequest(live.low),
    high: sendRequest(live.high),
    cardLow: sendRequest(card.low),
    cardHigh: sendRequest(card.high),
  };
  return figure === 'win_rate' ? t('record.models.flagWinRate', values) : t('record.models.flagCalibration', values);
}
