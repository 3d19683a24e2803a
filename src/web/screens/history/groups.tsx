import { useState } from 'react';
import type { SignalStats } from '#contract/statistics.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { type GroupRow, GroupRows } from './group-rows.tsx';
import { Hours } from './hours.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';

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
