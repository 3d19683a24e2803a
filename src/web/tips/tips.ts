import type { Language } from '#domain/language.ts';
import type { DayLesson } from '#domain/record/day-lesson.ts';
import { type LazyPart, lazyPart } from '../routing/lazy-part.ts';

/** The place of the trading tip for the lesson of a day. */
export const lessonTip: Readonly<Record<DayLesson, number>> = {
  surest_lost: 0,
  losing_run: 4,
  above: 5,
  few: 6,
  unproven: 7,
  below: 8,
};

interface Tips {
  readonly tradingTips: readonly string[];
}

/** One chunk per language, lazy-loaded where tips are shown. */
export const tips: Record<Language, LazyPart<Tips>> = {
  uk: lazyPart(() => import('#content/trading-tips/uk.ts')),
  en: lazyPart(() => import('#content/trading-tips/en.ts')),
  ru: lazyPart(() => import('#content/trading-tips/ru.ts')),
};
