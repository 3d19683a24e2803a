import type { Language } from '#domain/language.ts';
import type { LlmReason } from '#domain/signals/ai-model.ts';
import { shownPercent } from '#domain/statistics/shown-rate.ts';

interface Statement {
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

type AnalyticsSentence = (said: Statement) => string;

/** As the pages show it, without the sign. */
const percent = (language: Language, value: number): string =>
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

/** Analytics of a language model's forecast. */
interface LlmStatement {
  /** Null: the probability that it stated is shown as 50.0 %. */
  readonly direction: 'up' | 'down' | null;
  /** The probability that the model itself stated for this direction, percent. */
  readonly said: number;
  /** The probability that its record supports, shown on the signal, percent. */
  readonly stated: number;
  /** Its settled outcomes, and how many of them were correct. */
  readonly settled: number;
  readonly won: number;
  readonly calibratedFrom: number;
  /** What breaks even at the trader's payout, percent, when the stated probability is below it; otherwise null. */
  readonly breakEven: number | null;
  /** The model's reasons, in this language; may be empty. */
  readonly reasons: readonly string[];
}

interface LlmPhrases {
  /** Half-sentences that follow one another after a colon. */
  readonly reasons: Readonly<Record<LlmReason, string>>;
  readonly text: (said: LlmStatement) => string;
}

export const llmPhrases: Readonly<Record<Language, LlmPhrases>> = {
  uk: {
    reasons: {
      rising: 'ціна зростає',
      falling: 'ціна падає',
      rise_slowing: 'зростання слабшає',
      fall_slowing: 'падіння слабшає',
      overbought: 'ціна зайшла зависоко і може розвернутися',
      oversold: 'ціна зайшла занизько і може розвернутися',
      near_high: 'ціна біля недавнього максимуму',
      near_low: 'ціна біля недавнього мінімуму',
      broke_above: 'ціна щойно вийшла вгору з недавнього діапазону',
      broke_below: 'ціна щойно вийшла вниз із недавнього діапазону',
      calm: 'ринок спокійніший, ніж зазвичай',
      lively: 'ринок жвавіший, ніж зазвичай',
      contradictory: 'показники суперечать один одному',
      no_pattern: 'нічого особливого не видно',
    },
    text: ({ direction, said, stated, settled, won, calibratedFrom, breakEven, reasons }) =>
      together(
        direction === null
          ? 'Мовна модель не бачить перевісу в жоден бік.'
          : `Мовна модель оцінює ймовірність руху ${direction === 'up' ? 'вгору' : 'вниз'} у ${percent('uk', said)} %.`,
        settled < calibratedFrom
          ? `Її ще не відкалібровано: маємо ${settled} із ${calibratedFrom} потрібних результатів, тому в сигналі лише ${percent('uk', stated)} %.`
          : `За її ${number('uk', settled)} останніми результатами (справдилося ${percent('uk', (100 * won) / settled)} %) у сигналі ${percent('uk', stated)} %.`,
        breakEven !== null && `За вашої виплати треба ${percent('uk', breakEven)} %.`,
        reasons.length === 0 ? 'Пояснень модель не дала.' : `Власні пояснення моделі: ${reasons.join('; ')}.`,
      ),
  },
  en: {
    reasons: {
      rising: 'the price is rising',
      falling: 'the price is falling',
      rise_slowing: 'the rise is fading',
      fall_slowing: 'the fall is fading',
      overbought: 'the price has risen too far and may turn back',
      oversold: 'the price has fallen too far and may turn back',
      near_high: 'the price is close to its recent high',
      near_low: 'the price is close to its recent low',
      broke_above: 'the price has just broken above its recent range',
      broke_below: 'the price has just broken below its recent range',
      calm: 'the market is calmer than usual',
      lively: 'the market is busier than usual',
      contradictory: 'the readings contradict each other',
      no_pattern: 'nothing stands out',
    },
    text: ({ direction, said, stated, settled, won, calibratedFrom, breakEven, reasons }) =>
      together(
        direction === null
          ? 'The language model sees no lean either way.'
          : `The language model puts a move ${direction} at ${percent('en', said)}%.`,
        settled < calibratedFrom
          ? `It isn’t calibrated yet: it has ${settled} of the ${calibratedFrom} results it needs, so the signal says only ${percent('en', stated)}%.`
          : `Based on its latest ${number('en', settled)} results (${percent('en', (100 * won) / settled)}% came true), the signal says ${percent('en', stated)}%.`,
        breakEven !== null && `At your payout it needs ${percent('en', breakEven)}%.`,
        reasons.length === 0 ? 'The model gave no reasons.' : `The model’s own reasons: ${reasons.join('; ')}.`,
      ),
  },
  ru: {
    reasons: {
      rising: 'цена растёт',
      falling: 'цена падает',
      rise_slowing: 'рост слабеет',
      fall_slowing: 'падение слабеет',
      overbought: 'цена зашла слишком высоко и может развернуться',
      oversold: 'цена зашла слишком низко и может развернуться',
      near_high: 'цена у недавнего максимума',
      near_low: 'цена у недавнего минимума',
      broke_above: 'цена только что вышла вверх из недавнего диапазона',
      broke_below: 'цена только что вышла вниз из недавнего диапазона',
      calm: 'рынок спокойнее обычного',
      lively: 'рынок оживлённее обычного',
      contradictory: 'показатели противоречат друг другу',
      no_pattern: 'ничего особенного не видно',
    },
    text: ({ direction, said, stated, settled, won, calibratedFrom, breakEven, reasons }) =>
      together(
        direction === null
          ? 'Языковая модель не видит перевеса ни в одну сторону.'
          : `Языковая модель оценивает вероятность движения ${direction === 'up' ? 'вверх' : 'вниз'} в ${percent('ru', said)} %.`,
        settled < calibratedFrom
          ? `Она ещё не откалибрована: есть ${settled} из ${calibratedFrom} нужных результатов, поэтому в сигнале лишь ${percent('ru', stated)} %.`
          : `По её ${number('ru', settled)} последним результатам (сбылось ${percent('ru', (100 * won) / settled)} %) в сигнале ${percent('ru', stated)} %.`,
        breakEven !== null && `При вашей выплате нужно ${percent('ru', breakEven)} %.`,
        reasons.length === 0 ? 'Объяснений модель не дала.' : `Собственные доводы модели: ${reasons.join('; ')}.`,
      ),
  },
};
