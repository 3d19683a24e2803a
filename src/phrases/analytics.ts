import type { Language } from '#domain/language.ts';

type AnalyticsSentence = (direction: 'up' | 'down', cameTrue: number, didNot: number, sampleSize: number) => string;

const number = (language: Language, value: number): string => new Intl.NumberFormat(language).format(value);

/** The forecast in one sentence: what is stated, how often such statements came true, on how many it was measured. */
export const analyticsPhrases: Record<Language, AnalyticsSentence> = {
  uk: (direction, cameTrue, didNot, size) =>
    `Модель прогнозує рух ${direction === 'up' ? 'вгору' : 'вниз'}. Зі 100 схожих прогнозів приблизно ${cameTrue} справдилися, а ${didNot} — ні (виміряно на ${number('uk', size)} прогнозах).`,
  en: (direction, cameTrue, didNot, size) =>
    `The model forecasts a move ${direction}. Of 100 similar forecasts about ${cameTrue} came true and ${didNot} did not (measured on ${number('en', size)} forecasts).`,
  ru: (direction, cameTrue, didNot, size) =>
    `Модель прогнозирует движение ${direction === 'up' ? 'вверх' : 'вниз'}. Из 100 похожих прогнозов примерно ${cameTrue} сбылись, а ${didNot} — нет (измерено на ${number('ru', size)} прогнозах).`,
};
