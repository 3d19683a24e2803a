import { Activity, Navigation } from 'lucide-react';
import type { Outlook, WorkingStats } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { prospectsIn, findSurest } from '../outlook-edge.ts';

interface BestSignalProps {
  readonly outlook: Outlook | null;
  /** Those that would answer this trader. */
  readonly models: WorkingStats['models'];
  readonly onGet: () => void;
}

/** One press for the best forecast of all models and durations, and whether there is an edge now. */
export function BestSignal({ outlook, models, onGet }: BestSignalProps) {
  const { t } = usePhrases();
  return (
    <section className="card p-card best-signal" aria-labelledby="best-title">
      <div className="flex flex-col gap-1.5 min-w-0">
        <h2 id="best-title" className="h3">
          {t('signal.choose.best.title')}
        </h2>
        <EdgeLine outlook={outlook} models={models} />
      </div>
      <button type="button" className="btn btn-p btn-lg phone:px-3 phone:text-16" onClick={onGet}>
        <Navigation className="ic" aria-hidden="true" />
        {t('signal.choose.best.get')}
      </button>
    </section>
  );
}

/** Its height is reserved while it is unknown. */
function EdgeLine({ outlook, models }: Omit<BestSignalProps, 'onGet'>) {
  const { t, f } = usePhrases();
  const prospects = prospectsIn(outlook, models);
  const total = new Set(prospects.map(({ aiModel }) => aiModel)).size;
  const count = new Set(prospects.filter(({ hasSignal }) => hasSignal).map(({ aiModel }) => aiModel)).size;
  const nearest = findSurest(prospects);
  return (
    <p className="flex items-center gap-2.5 min-h-6 text-ink-1 font-semibold tabular-nums">
      {outlook && total > 0 && (
        <>
          <Activity className={`ic size-4 ${count > 0 ? 'win' : 'text-ink-3'}`} aria-hidden="true" />
          {count > 0 && t('signal.choose.outlook', { count, total })}
          {count === 0 && nearest === null && t('signal.none.title')}
          {count === 0 &&
            nearest !== null &&
            t('signal.choose.best.near', {
              percent: f.percent(nearest.passability / 100, 1),
              breakEven: f.percent(outlook.breakEven, 1),
            })}
        </>
      )}
    </p>
  );
}
