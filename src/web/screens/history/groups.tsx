import { type ReactNode, useState } from 'react';
import type { SignalStats, Tally } from '#contract/statistics.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { Hours } from './hours.tsx';

const kinds = ['model', 'pair', 'hour'] as const;
type Kind = (typeof kinds)[number];

/** The same signals by model, by pair and by hour of issue. */
export function Groups({ stats }: { stats: SignalStats }) {
  const { t } = usePhrases();
  const [kind, setKind] = useState<Kind>('model');
  return (
    <section className="card overflow-hidden" aria-labelledby="groups-title">
      <div className="card-h">
        <h2 className="h3" id="groups-title">
          {t('history.groups.title')}
        </h2>
        <SegmentedRadio
          className="sm"
          name="groups"
          options={kinds}
          chosen={kind}
          label={(one) => <span className="px-2">{t(`history.groups.${one}`)}</span>}
          onChoose={setKind}
          aria-labelledby="groups-title"
        />
      </div>
      {kind === 'hour' ? <Hours hours={stats.byHour} /> : <GroupRows key={kind} rows={toRows[kind](stats)} />}
    </section>
  );
}

const toRows: Record<Exclude<Kind, 'hour'>, (stats: SignalStats) => readonly GroupRow[]> = {
  model: ({ byModel }) =>
    byModel
      .map(({ aiModel, ...tally }) => ({
        key: aiModel,
        name: (
          <>
            <ModelFlag model={aiModel} size="xs" />
            {aiModelName(aiModel)}
          </>
        ),
        tally,
      }))
      .toSorted((a, b) => b.tally.total - a.tally.total),
  pair: ({ bySymbol }) => bySymbol.map(({ symbol, ...tally }) => ({ key: symbol, name: pairName(symbol), tally })),
};

interface GroupRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly tally: Tally;
}

const collapsedRows = 6;

/** One group per row: counts as a bar and as numbers; a rate only with enough signals. */
function GroupRows({ rows }: { rows: readonly GroupRow[] }) {
  const { t } = usePhrases();
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? rows : rows.slice(0, collapsedRows);
  const max = Math.max(1, ...rows.map(({ tally }) => tally.total));
  return (
    <>
      <ul className="groups">
        {shown.map(({ key, name, tally }) => (
          <li key={key}>
            <span className="nm">{name}</span>
            <CountsBar tally={tally} max={max} />
            <span className="ct tabular-nums" aria-hidden="true">
              <b className="win">{tally.successful}</b> · <b className="equal">{tally.neutral}</b> ·{' '}
              <b className="loss">{tally.unsuccessful}</b>
            </span>
            <span className="rt tabular-nums text-13">
              <Rate tally={tally} />
            </span>
          </li>
        ))}
      </ul>
      <div className="groups-f">
        <p className="text-13 text-ink-3">{t('history.rateNote', { enough: minOutcomesForRate })}</p>
        {rows.length > collapsedRows && (
          <button type="button" className="btn btn-g btn-sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t(isOpen ? 'history.groups.less' : 'history.groups.more')}
          </button>
        )}
      </div>
    </>
  );
}

/** Wins filled, ties thin, losses hatched, so that colour is not the only difference. */
function CountsBar({ tally: { total, successful, neutral, unsuccessful }, max }: { tally: Tally; max: number }) {
  const { t } = usePhrases();
  const label = t('history.groups.bar', { won: successful, tied: neutral, lost: unsuccessful });
  return (
    <span className="bar" role="img" aria-label={label} style={{ width: `${(total / max) * 100}%` }}>
      <i className="w" style={{ flexGrow: successful }} />
      <i className="e" style={{ flexGrow: neutral }} />
      <i className="l" style={{ flexGrow: unsuccessful }} />
    </span>
  );
}

function Rate({ tally: { successful, unsuccessful } }: { tally: Tally }) {
  const { t, f } = usePhrases();
  const count = successful + unsuccessful;
  const interval = count < minOutcomesForRate ? null : wilsonInterval(successful, count);
  if (!interval) return <span className="text-ink-3">{t('history.groups.tooFew')}</span>;
  return t('history.groups.rate', {
    percent: f.percent(successful / count, 1),
    range: f.range(interval.low, interval.high),
  });
}
