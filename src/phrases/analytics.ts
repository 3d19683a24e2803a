import type { Language } from '#domain/language.ts';
import { shownPercent } from '#domain/statistics/shown-rate.ts';

interface Said {
  /** Null: the probability is shown as 50.0 %, and no direction is more likely. */
  readonly direction: 'up' | 'down' | null;
  /** The stated probability, percent. */
  readonly stated: number;
  /**
   * Results of similar forecasts at calibration: correct ones out of 100, and the sample size;
   * null: none were measured.
   */
  readonly measured: { readonly cameTrue: number; readonly sampleSize: number } | null;
  /** At the payout of the trader; without it the signal is practice. */
  readonly hasEdge: boolean;
}

type AnalyticsSentence = (said: Said) => string;

/** As the pages show it, without the sign. */
export const percent = (language: Language, value: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(shownPercent(value));

const number = (language: Language, value: number): string => new Intl.NumberFormat(language).format(value);
const together = (...sentences: readonly (string | false | null)[]): string => sentences.filter(Boolean).join(' ');

/** The forecast in words: the stated probability, and the measured results of similar forecasts. */
export const analyticsPhrases: Record<Language, AnalyticsSentence> = {
  uk: ({ direction, stated, measured, hasEdge }) =>
    together(
      direction === null
        ? `Модель не бачить перевісу в жоден бік: ${percent('uk', stated)} %.`
        : `Модель прогнозує рух ${direction === 'up' ? 'вгору' : 'вниз'} з шансом ${percent('uk', stated)} %.`,
      measured &&
        `На минулих даних зі 100 схожих прогнозів приблизно ${measured.cameTrue} справдилися, а ${100 - measured.cameTrue} — ні (виміряно на ${number('uk', measured.sampleSize)} прогнозах).`,
      !hasEdge && 'За вашої виплати цього замало: це практика.',
    ),
  en: ({ direction, stated, measured, hasEdge }) =>
    together(
      direction === null
        ? `The model sees no lean either way: ${percent('en', stated)}%.`
        : `The model forecasts a move ${direction} with a chance of ${percent('en', stated)}%.`,
      measured &&
        `On past data, of 100 similar forecasts about ${measured.cameTrue} came true and ${100 - measured.cameTrue} did not (measured on ${number('en', measured.sampleSize)} forecasts).`,
      !hasEdge && 'At your payout that’s too little: this is practice.',
    ),
  ru: ({ direction, stated, measured, hasEdge }) =>
    together(
      direction === null
        ? `Модель не видит перевеса ни в одну сторону: ${percent('ru', stated)} %.`
        : `Модель прогнозирует движение ${direction === 'up' ? 'вверх' : 'вниз'} с шансом ${percent('ru', stated)} %.`,
      measured &&
        `На прошлых данных из 100 похожих прогнозов примерно ${measured.cameTrue} сбылись, а ${100 - measured.cameTrue} — нет (измерено на ${number('ru', measured.sampleSize)} прогнозах).`,
      !hasEdge && 'При вашей выплате этого мало: это практика.',
    ),
};
