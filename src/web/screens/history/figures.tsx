import { FlaskConical, List } from 'lucide-react';
import type { SignalStats } from '#contract/statistics.ts';
import { type Outcome, outcomes } from '#domain/signals/outcome.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { StatCards } from '#web/ui/card.tsx';
import { type Filters, isNarrowed } from './filters.ts';

interface FiguresProps {
  /** Null: not loaded yet. */
  readonly stats: SignalStats | null;
  readonly filters: Filters;
  /** Filters by practice alone. */
  readonly onPractice: () => void;
}

/** Total and the three outcomes, and in words what belongs to none of them. */
export function Figures({ stats, filters, onPractice }: FiguresProps) {
  const { t, f } = usePhrases();
  if (!stats) return <SkeletonFigures />;
  // Signals with an edge and practice are never added up.
  const isPractice = filters.hasEdge === false;
  const tally = isPractice ? stats.practice : stats;
  const { total, successful, unsuccessful } = tally;
  const toNote = (count: number, whole: number, what: 'ofDecided' | 'ofTotal'): string => {
    if (whole === 0) return t('history.noShare');
    if (whole < minOutcomesForRate) return t(`history.${what}Count`, { n: f.count(whole) });
    return t(`history.${what}`, { percent: f.percent(count / whole, 1) });
  };
  const toFigure = (outcome: Exclude<Outcome, 'void'>, ...of: [whole: number, what: 'ofDecided' | 'ofTotal']) => {
    const mark = <OutcomeMark shape={outcomeStyle[outcome]} className="size-4" />;
    return [t(`common.outcome.${outcome}`), f.count(tally[outcome]), toNote(tally[outcome], ...of), mark] as const;
  };
  const decided = successful + unsuccessful;
  const ofAll = t(isNarrowed(filters) ? 'history.byFilters' : total === 0 ? 'history.noShare' : 'history.allTime');
  return (
    <div className="flex flex-col gap-2">
      <StatCards
        stats={[
          [t('history.total'), f.count(total), ofAll, <List key="icon" className="ic size-4" />],
          toFigure('successful', decided, 'ofDecided'),
          toFigure('neutral', total, 'ofTotal'),
          toFigure('unsuccessful', decided, 'ofDecided'),
        ]}
      />
      {isPractice && <p className="text-13 text-ink-3">{t('history.practice.only')}</p>}
      {!isPractice && <PracticeRow practice={stats.practice} onShow={onPractice} />}
      <LeftOut stats={isPractice ? { ...stats, void: stats.practice.void } : stats} />
    </div>
  );
}

/** Counts only, and apart from the figures above. */
function PracticeRow({ practice, onShow }: { practice: SignalStats['practice']; onShow: () => void }) {
  const { t, f } = usePhrases();
  const count = practice.total + practice.void;
  if (count === 0) return null;
  const outcomeCounts = outcomes
    .filter((outcome) => practice[outcome] > 0)
    .map((outcome) => t(`signal.tally.${outcome}`, { n: f.count(practice[outcome]), count: practice[outcome] }));
  return (
    <section className="card flex items-center gap-3.5 border-dashed px-4.5 py-3">
      <FlaskConical className="ic text-ink-3" />
      <div className="flex flex-col gap-0.5 min-w-0">
        <b className="text-ink-1 font-semibold tabular-nums">
          {t('history.practice.title', { n: f.count(count), count })}
        </b>
        <span className="text-13 text-ink-3 tabular-nums">
          {outcomeCounts.join(', ')}. {t('history.practice.apart')}
        </span>
      </div>
      <Button look="s sm" className="ml-auto" onClick={onShow} text={t('history.practice.show')} />
    </section>
  );
}

function LeftOut({ stats: { void: voided, removed } }: { stats: SignalStats }) {
  const { t, f } = usePhrases();
  const parts = [
    voided > 0 ? t('history.outVoid', { n: f.count(voided), count: voided }) : null,
    removed > 0 ? t('history.outRemoved', { n: f.count(removed), count: removed }) : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : <p className="text-13 text-ink-3">{parts.join(' ')}</p>;
}

const places = ['total', 'win', 'equal', 'loss'] as const;

/** Has the final size, so that nothing shifts. */
const SkeletonFigures = () => (
  <div className="grid grid-cols-4 gap-4 phone:gap-2.5 phone:grid-cols-[1fr_1fr]" aria-hidden="true">
    {places.map((place) => (
      <div key={place} className="card grid content-start gap-1.5 px-5 py-4.5">
        <span className="sk h-4.5 w-2/5" />
        <span className="sk h-[35px] w-[30%]" />
        <span className="sk h-4.5 w-2/5" />
      </div>
    ))}
  </div>
);
