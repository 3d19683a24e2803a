import { Lightbulb } from 'lucide-react';
import type { DayLesson } from '#domain/record/day-lesson.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { partNow } from '#web/routing/lazy-part.ts';
import { lessonTip, tips } from '#web/tips/tips.ts';
import { Optional } from '#web/ui/optional.tsx';

interface LessonProps {
  readonly lesson: DayLesson;
  readonly breakEven: number;
}

/** What the day's figures show, and the trading tip that goes with it. */
export function Lesson({ lesson, breakEven }: LessonProps) {
  const { t, f } = usePhrases();
  const shown = f.percent(breakEven, 1);
  const why =
    lesson === 'losing_run' || lesson === 'surest_lost' || lesson === 'few'
      ? t(`recap.lessons.${lesson}`)
      : t(`recap.lessons.${lesson}`, { breakEven: shown });
  return (
    <section className="card" aria-labelledby="lesson-title">
      <div className="card-h">
        <h2 id="lesson-title" className="h3">
          {t('recap.lesson')}
        </h2>
      </div>
      <div className="flex flex-col gap-3 p-card">
        <p>{why}</p>
        <Optional>
          <Tip lesson={lesson} />
        </Optional>
      </div>
    </section>
  );
}

function Tip({ lesson }: Pick<LessonProps, 'lesson'>) {
  const { lang } = usePhrases();
  return (
    <p className="note">
      <Lightbulb className="ic" aria-hidden="true" />
      <span className="text-ink-1">{partNow(tips[lang]).tradingTips[lessonTip[lesson]]}</span>
    </p>
  );
}
