import { Info } from 'lucide-react';
import type { Signal, AutoRun } from '#contract/signals.ts';
import { AlertSwitches } from '#web/alerts/alert-switches.tsx';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { showError } from '#web/ui/feedback/toast.tsx';
import { tallyText } from '../tally-text.ts';
import type { AutomaticLimits } from './automatic-limits.ts';
import { LimitPickers } from './limit-pickers.tsx';
import { SeriesRows } from './series-rows.tsx';
import { Caution } from './start-dialog.tsx';
import type { Automatic } from './use-automatic.ts';
import { useAction } from '#web/api/use-action.ts';

interface AutomaticViewProps {
  readonly run: AutoRun;
  readonly automatic: Automatic;
  readonly signals: readonly Signal[];
}

/** Between two automatic signals: the results of this run so far, and its limits. */
export function AutomaticView({ run, automatic, signals }: AutomaticViewProps) {
  const { t } = usePhrases();
  const series = signals.filter((signal) => isOfAutoRun(signal, run));
  return (
    <div className="app-g">
      <section className="card overflow-hidden">
        <div className="card-h">
          <h2 className="h3">{t('automatic.series.title')}</h2>
          <span className="text-14 text-ink-3">{tallyText(series, t)}</span>
        </div>
        {series.length === 0 ? (
          <p className="p-card text-ink-3">{t('automatic.series.none')}</p>
        ) : (
          <SeriesRows signals={series} />
        )}
        <div className="p-4">
          <Note icon={Info}>{t('automatic.series.note')}</Note>
        </div>
      </section>
      <aside className="rail">
        <section className="card p-card flex flex-col gap-4">
          <h2 className="h3">{t('automatic.settings.title')}</h2>
          <Limits run={run} automatic={automatic} />
          <AlertSwitches />
        </section>
        <Caution />
      </aside>
    </div>
  );
}

/** A signal does not name its run: matched by model, duration and start time. */
const isOfAutoRun = (signal: Signal, { aiModel, interval, startedAt }: AutoRun): boolean =>
  signal.aiModel === aiModel && signal.duration === interval && signal.time >= startedAt;

function Limits({ run, automatic }: Pick<AutomaticViewProps, 'run' | 'automatic'>) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const change = useAction(
    (limits: AutomaticLimits) => automatic.limit(limits),
    (error) => showError(`${t('automatic.settings.failed')} ${errorText(error)}`),
  );
  return (
    <LimitPickers
      limits={run.limits}
      maxToday={run.limits.dailyLimit}
      isDisabled={change.isBusy}
      onChange={(limits) => void change.run(limits)}
    />
  );
}
