import { ChevronLeft, ChevronRight, Lightbulb } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { recordPaths } from '#contract/paths.ts';
import type { DayRecap } from '#contract/record/views.ts';
import type { DayLesson } from '#domain/record/day-lesson.ts';
import { dateOfDay, dayOfDate } from '#domain/record/recap-day.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { minHoursForRate, minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { isApiError } from '#web/api/api-error.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import { pageTitle } from '#web/language/page-title.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { FollowStar, useFollowed } from '#web/record/follow-star.tsx';
import { partNow } from '#web/routing/lazy-part.ts';
import { lessonTip, tips } from '#web/tips/tips.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { Optional } from '#web/routing/lazy-view.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { useIsBuilt } from '#web/routing/use-is-built.ts';
import { Statements } from './statements.tsx';

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
        <div className="recap-days">{recap && <DayLinks recap={recap} />}</div>
      </div>
      <div className="flex flex-col gap-6" aria-busy={isWaiting}>
        {isUnknown && <NoRecap reason="notClosed" hasOthers />}
        {error && !isUnknown && <LoadError title={t('recap.failed')} onRetry={refetch} />}
        {recap ? <Day recap={recap} /> : !error && <Waiting />}
        {(recap !== null || error !== null) && <MoreLinks />}
      </div>
    </div>
  );
}

/** The requested day, from the address; null: the newest one. */
function useRecapDay(): string | null {
  const [params] = useSearchParams();
  // The prerendered page has no query, and the first render must match it.
  return useIsBuilt() ? null : params.get('day') || null;
}

/** The day shown, and links to those beside it. */
function DayLinks({ recap: { day, first, newest } }: { recap: DayRecap }) {
  const { t, f, lang } = usePhrases();
  const number = dayOfDate(day);
  const at = Date.parse(day);
  const date = `${f.day(at, 'UTC')} ${day.slice(0, 4)}`;
  const link = (by: 1 | -1): string => paths.recap(lang, dateOfDay(number + by));
  return (
    <nav className="flex items-center gap-2" aria-label={t('recap.days')}>
      {first !== null && day > first && (
        <Link className="ibtn" to={link(-1)} aria-label={t('recap.previous')}>
          <ChevronLeft className="ic" />
        </Link>
      )}
      <time className="text-14 text-ink-1" dateTime={day} aria-live="polite">
        {t('recap.of', { date })}
      </time>
      {day < newest && (
        <Link className="ibtn" to={link(1)} aria-label={t('recap.next')}>
          <ChevronRight className="ic" />
        </Link>
      )}
    </nav>
  );
}

function Day({ recap }: { recap: DayRecap }) {
  const { models, lesson, breakEven, newest, day } = recap;
  if (models.length === 0) return <NoRecap reason="empty" hasOthers={day !== newest} />;
  return (
    <>
      <DayTotals signals={recap.signals} shadow={recap.shadow} />
      <Statements best={recap.best} worst={recap.worst} />
      <DayModels models={models} />
      {lesson && <Lesson lesson={lesson} breakEven={breakEven} />}
    </>
  );
}

/** Says why there is nothing to show. */
function NoRecap({ reason, hasOthers }: { reason: 'empty' | 'notClosed'; hasOthers: boolean }) {
  const { t, lang } = usePhrases();
  return (
    <section className="card p-card flex flex-col gap-3 items-start" role="status">
      <h2 className="h3">{t(`recap.${reason}`)}</h2>
      <p>{t(`recap.${reason}Text`)}</p>
      {hasOthers && <Button look="s sm" to={paths.recap(lang)} text={t('recap.newest')} />}
    </section>
  );
}

/** All models together. */
function DayTotals(totals: Pick<DayRecap, 'signals' | 'shadow'>) {
  const { t } = usePhrases();
  return (
    <Card title={t('recap.totals')} titleId="totals-title">
      <div className="grid grid-cols-2 phone:grid-cols-1 gap-gutter p-card">
        {(['signals', 'shadow'] as const).map((source) => (
          <div key={source} className="flex flex-col gap-3">
            <h3 className="text-14 text-ink-2">{t(`recap.${source}`)}</h3>
            <OutcomeCounts counts={totals[source]} />
          </div>
        ))}
      </div>
    </Card>
  );
}

type Model = DayRecap['models'][number];

/** Followed models first. */
function DayModels({ models }: { models: readonly Model[] }) {
  const { t } = usePhrases();
  const { has } = useFollowed();
  const ordered = models.toSorted((a, b) => Number(has(b.aiModel)) - Number(has(a.aiModel)));
  return (
    <Card title={t('recap.models')} titleId="models-title">
      <ul className="divide-y divide-line">
        {ordered.map((model) => (
          <DayModel key={model.aiModel} model={model} isFollowed={has(model.aiModel)} />
        ))}
      </ul>
      <p className="text-13 text-ink-3 p-card">{t('recap.followNote')}</p>
    </Card>
  );
}

function DayModel({ model: { aiModel, signals, shadow }, isFollowed }: { model: Model; isFollowed: boolean }) {
  const { t } = usePhrases();
  return (
    <li className="flex flex-col gap-3 p-card">
      <div className="flex items-center gap-3">
        <ModelFlag model={aiModel} size="s" />
        <h3 className="text-ink-1">{aiModelName(aiModel)}</h3>
        <FollowStar model={aiModel} />
        {isFollowed && <span className="chip">{t('recap.followed')}</span>}
      </div>
      <div className="grid grid-cols-2 phone:grid-cols-1 gap-gutter">
        {isStated(signals) && <Source title={t('recap.signals')} figures={signals} />}
        {shadow && isStated(shadow) && <Source title={t('recap.shadow')} figures={shadow} />}
      </div>
    </li>
  );
}

function Source({ title, figures }: { title: string; figures: Model['signals'] }) {
  const { t, f } = usePhrases();
  const { winRate, low, high } = figures;
  return (
    <div className="flex flex-col gap-2">
      <h4 className="text-14 text-ink-2">{title}</h4>
      <OutcomeCounts counts={figures} />
      <p className="text-13 text-ink-3">
        {winRate === null || low === null || high === null ? (
          fewText(figures, t)
        ) : (
          <Rich
            text={t('recap.rate', {
              rate: f.percent(winRate, 1),
              low: f.exact(low * 100, 1),
              high: f.exact(high * 100, 1),
            })}
          />
        )}
      </p>
    </div>
  );
}

type Counts = DayRecap['signals'];

const settled = ['successful', 'unsuccessful', 'neutral'] as const;

/** Wins, losses, ties and, where there are any, void forecasts, all in the same size. */
function OutcomeCounts({ counts }: { counts: Counts }) {
  const { t, f } = usePhrases();
  if (!isStated(counts)) return <p className="text-13 text-ink-3">{t('recap.none')}</p>;
  return (
    <dl className="grid grid-cols-4 phone:grid-cols-3 gap-3 tabular-nums">
      {(counts.void > 0 ? [...settled, 'void' as const] : settled).map((outcome) => (
        <div key={outcome}>
          <dt className="text-13 text-ink-3">{t(`recap.${outcome}`)}</dt>
          <dd className={`flex items-center gap-2 text-ink-1 ${outcomeStyle[outcome]}`}>
            <OutcomeMark shape={outcomeStyle[outcome]} />
            <b>{f.count(counts[outcome])}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isStated = (counts: Counts): boolean => counts.total > 0 || counts.void > 0;

/** The server states a rate from enough outcomes of enough hours on: here which of them are missing. */
function fewText({ successful, unsuccessful }: Model['signals'], t: Phrases['t']): string {
  return successful + unsuccessful < minOutcomesForRate
    ? t('recap.fewOutcomes', { outcomes: minOutcomesForRate })
    : t('recap.fewHours', { hours: minHoursForRate });
}

interface LessonProps {
  readonly lesson: DayLesson;
  readonly breakEven: number;
}

/** What the day's figures show, and the trading tip that goes with it. */
function Lesson({ lesson, breakEven }: LessonProps) {
  const { t, f } = usePhrases();
  const shown = f.percent(breakEven, 1);
  const why =
    lesson === 'losing_run' || lesson === 'surest_lost' || lesson === 'few'
      ? t(`recap.lessons.${lesson}`)
      : t(`recap.lessons.${lesson}`, { breakEven: shown });
  return (
    <Card title={t('recap.lesson')} titleId="lesson-title">
      <div className="flex flex-col gap-3 p-card">
        <p>{why}</p>
        <Optional>
          <Suspense fallback={null}>
            <Tip lesson={lesson} />
          </Suspense>
        </Optional>
      </div>
    </Card>
  );
}

function Tip({ lesson }: Pick<LessonProps, 'lesson'>) {
  const { lang } = usePhrases();
  return (
    <p className="note">
      <Lightbulb className="ic" />
      <span className="text-ink-1">{partNow(tips[lang]).tradingTips[lessonTip[lesson]]}</span>
    </p>
  );
}

function Waiting() {
  const { t } = usePhrases();
  return (
    <div className="card p-card rec-wait min-h-svh" role="status" aria-label={t('recap.loading')}>
      <span className="sk" />
    </div>
  );
}

function MoreLinks() {
  const { t, lang } = usePhrases();
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="s sm" className="phone:w-full" to={paths.record(lang)} text={t('recap.record')} />
      <Button look="g sm" className="phone:w-full" to={paths.accountAlerts(lang)} text={t('recap.mail')} />
    </div>
  );
}
