import type { DayLesson } from '#domain/record/day-lesson.ts';

/** The place of the trading tip for the lesson of a day. */
export const lessonTip: Readonly<Record<DayLesson, number>> = {
  surest_lost: 0,
  losing_run: 4,
  above: 5,
  few: 6,
  unproven: 7,
  below: 8,
};
