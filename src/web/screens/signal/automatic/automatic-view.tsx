import { Info } from 'lucide-react';
import type { AutoRun, Signal } from '#contract/signals.ts';
import { pairName, priceDigits, pipsBetween } from '#domain/market/currency-pair.ts';
import AlertSwitches from '#web/alerts/alert-switches.tsx';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card } from '#web/ui/card.tsx';
import { TableOrCards } from '#web/ui/data-table.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { showError } from '#web/ui/feedback/toast.tsx';
import { OutcomeChip } from '#web/ui/outcome-mark.tsx';
import { signedPips, tallyText } from '../signal-list.ts';
import type { Automatic, AutomaticLimits } from './use-automatic.ts';
import { Caution, LimitPickers } from './start-dialog.tsx';

interface AutomaticViewProps {
  readonly run: AutoRun;
  readonly automatic: Automatic;
  readonly signals: readonly Signal[];
}

/** Between two automatic signals: the results of this run so far, and its limits. */
export default function AutomaticView({ run, automatic, signals }: AutomaticViewProps) {
  const { t } = usePhrases();
  const series = signals.filter((signal) => isOfAutoRun(signal, run));
  return (
    <div className="app-g">
      <Card
        className="overflow-hidden"
        title={t('automatic.series.title')}
        aside={<span className="text-14 text-ink-3">{tallyText(series, t)}</span>}
      >
        {series.length === 0 ? (
          <p className="p-card text-ink-3">{t('automatic.series.none')}</p>
        ) : (
          <SeriesRows signals={series} />
        )}
        <div className="p-4">
          <Note icon={Info}>{t('automatic.series.note')}</Note>
        </div>
      </Card>
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

/** A signal does not name its run: matched by model, duration and start time. A run takes no practice. */
const isOfAutoRun = (signal: Signal, { aiModel, interval, startedAt }: AutoRun): boolean =>
  signal.hasEdge && signal.aiModel === aiModel && signal.duration === interval && signal.time >= startedAt;

function SeriesRows({ signals }: { signals: readonly Signal[] }) {
  const { t, f } = usePhrases();
  return (
    <TableOrCards
      rows={signals}
      getKey={({ id }) => id}
      columns={[
        [t('automatic.series.time'), ({ time }) => f.clock(Date.parse(time))],
        [t('automatic.series.pair'), ({ symbol }) => pairName(symbol), 'pairc'],
        [t('automatic.series.forecast'), (signal) => <Forecast signal={signal} />],
        [t('automatic.series.move'), (signal) => <Move signal={signal} />, 'r'],
        [t('automatic.series.result'), ({ result }) => <Result result={result} />, 'r'],
      ]}
      card={(signal) => (
        <>
          <span className="flex items-center gap-2">
            <b className="text-ink-1 font-semibold">{pairName(signal.symbol)}</b>
            <Forecast signal={signal} />
          </span>
          <Result result={signal.result} />
          <span className="text-13 text-ink-3 tabular-nums">{f.clock(Date.parse(signal.time))}</span>
          <span className="text-13 text-ink-3 tabular-nums">
            <Move signal={signal} />
          </span>
        </>
      )}
    />
  );
}

function Forecast({ signal: { signal, passability } }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const isUp = signal === 'BUY';
  return (
    <span className="flex items-center gap-2">
      <DirectionIcon isUp={isUp} className={`ic series-ic ${isUp ? 'up' : 'down'}`} />
      {t(isUp ? 'automatic.series.up' : 'automatic.series.down', { percent: f.percent(passability / 100, 1) })}
    </span>
  );
}

function Result({ result }: Pick<Signal, 'result'>) {
  const { t } = usePhrases();
  if (result === null) return <span className="chip">{t('common.outcome.open')}</span>;
  return <OutcomeChip result={result} />;
}

function Move({ signal: { symbol, openPrice, closePrice } }: { signal: Signal }) {
  const { t, f } = usePhrases();
  if (openPrice === null || closePrice === null) return <span>—</span>;
  const pips = pipsBetween(openPrice, closePrice, priceDigits(symbol));
  return <span>{signedPips(pips, { t, f })}</span>;
}

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
