import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { DayRecap } from '#contract/record/views.ts';
import { dateOfDay, dayOfDate } from '#domain/record/recap-day.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

/** The day shown, and links to those beside it. */
export function DayLinks({ recap: { day, first, newest } }: { recap: DayRecap }) {
  const { t, f, lang } = usePhrases();
  const number = dayOfDate(day);
  const at = Date.parse(day);
  const date = `${f.day(at, 'UTC')} ${day.slice(0, 4)}`;
  const link = (by: 1 | -1): string => paths.recap(lang, dateOfDay(number + by));
  return (
    <nav className="flex items-center gap-2" aria-label={t('recap.days')}>
      {first !== null && day > first && (
        <Link className="ibtn" to={link(-1)} aria-label={t('recap.previous')}>
          <ChevronLeft className="ic" aria-hidden="true" />
        </Link>
      )}
      <time className="text-14 text-ink-1" dateTime={day} aria-live="polite">
        {t('recap.of', { date })}
      </time>
      {day < newest && (
        <Link className="ibtn" to={link(1)} aria-label={t('recap.next')}>
          <ChevronRight className="ic" aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}
