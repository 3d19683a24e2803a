import { TriangleAlert } from 'lucide-react';
import type { DayRecap } from '#contract/record-views.ts';
import { recordPaths } from '#contract/record-paths.ts';
import { isApiError } from '#web/api/api-error.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Note } from '#web/ui/note.tsx';
import { DayLinks } from './day-links.tsx';
import { DayModels } from './day-models.tsx';
import { DayTotals } from './day-totals.tsx';
import { Lesson } from './lesson.tsx';
import { MoreLinks } from './more-links.tsx';
import { NoRecap } from './no-recap.tsx';
import { Statements } from './statements.tsx';
import { useRecapDay } from './use-recap-day.ts';

export const meta = pageTitle(
  ({ t }) => t('recap.title'),
  ({ t }) => t('recap.description'),
);

/** What the models stated on a closed day, and what became of it: public. */
export default function RecapScreen() {
  const { t } = usePhrases();
  const day = useRecapDay();
  const { data, error, isWaiting, refetch } = usePublicRead<DayRecap>(
    `${recordPaths.recap}${day === null ? '' : `?day=${encodeURIComponent(day)}`}`,
  );
  const isUnknown = isApiError(error, 'not_found') || isApiError(error, 'validation_failed');
  const recap = error ? null : data;
  return (
    <div className="wrap">
      <div className="ph">
        <div className="flex flex-col gap-3 rec-lead">
          <h1 className="h1">{t('recap.title')}</h1>
          <p>{t('recap.lead')}</p>
        </div>
        {recap && <DayLinks recap={recap} />}
      </div>
      <div className="flex flex-col gap-6" aria-busy={isWaiting}>
        {isUnknown && <NoRecap reason="notClosed" hasOthers />}
        {error && !isUnknown && <LoadError title={t('recap.failed')} onRetry={refetch} />}
        {recap ? <Day recap={recap} /> : !error && <Waiting />}
        <MoreLinks />
      </div>
    </div>
  );
}

function Day({ recap }: { recap: DayRecap }) {
  const { t } = usePhrases();
  const { models, lesson, breakEven, newest, day } = recap;
  if (models.length === 0) return <NoRecap reason="empty" hasOthers={day !== newest} />;
  return (
    <>
      {recap.played > 0 && <Note icon={TriangleAlert}>{t('recap.played')}</Note>}
      <DayTotals signals={recap.signals} shadow={recap.shadow} />
      <Statements best={recap.best} worst={recap.worst} />
      <DayModels models={models} />
      {lesson && <Lesson lesson={lesson} breakEven={breakEven} />}
    </>
  );
}

function Waiting() {
  const { t } = usePhrases();
  return (
    <div className="card p-card rec-wait" role="status" aria-label={t('recap.loading')}>
      <span className="sk" />
    </div>
  );
}
