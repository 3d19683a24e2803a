import { getBreakEven } from '#domain/statistics/break-even.ts';
import type { ModelFigures } from '#contract/record/record.ts';
import type { RecordSummary } from '#contract/record/views.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { PlayedNote } from '#web/record/played-note.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { IntervalAxis } from './interval-axis.tsx';
import { intervalScale } from './interval-scale.ts';
import { LeaderboardRow } from './leaderboard-row.tsx';
import { PayoutField } from './payout-field.tsx';
import { rankModels } from './standing.ts';
import { type RecordSource, type RecordView, type ShownRecord, sources } from '../use-record-address.ts';

interface LeaderboardProps {
  /** Null: loading. */
  readonly models: readonly ModelFigures[] | null;
  readonly payout: number;
  /** Minutes that the demo played at its first start; null: none, or not loaded yet. */
  readonly played: RecordSummary['played'];
  /** Number of witnesses required for a proof; null: not loaded yet. */
  readonly quorum: number | null;
  readonly view: ShownRecord;
  readonly onChange: (change: Partial<RecordView>) => void;
}

/** All models against one line: the break-even win rate. */
export function Leaderboard({ models, payout, played, quorum, view, onChange }: LeaderboardProps) {
  const { t, f } = usePhrases();
  const breakEven = getBreakEven(payout);
  const standings = models && rankModels(models, view.source);
  // A flag states live figures of shadow forecasts in either view.
  const isShadow = view.source === 'shadow' || standings?.some(({ flagged }) => flagged);
  const scale = intervalScale(standings ?? [], breakEven);
  return (
    <section className="card" aria-labelledby="models-title">
      <div className="card-h">
        <h2 id="models-title" className="h3">
          {t('record.models.title')}
        </h2>
        <span className="text-13 text-ink-3">{t('record.models.order')}</span>
      </div>
      <div className="rec-tools">
        <SourcePicker source={view.source} onChoose={(source) => onChange({ source })} />
        <PayoutField payout={payout} onChange={(chosen) => onChange({ payout: chosen })} />
      </div>
      <p className="text-14 rec-said">
        {t(view.source === 'shadow' ? 'record.models.shadowNote' : 'record.models.peopleNote')}
      </p>
      {isShadow && <PlayedNote className="rec-played" played={played} />}
      <IntervalAxis label={t('record.models.model')} scale={scale} breakEven={breakEven} />
      {standings ? (
        <ol className="lb tabular-nums">
          {standings.map((standing) => (
            <LeaderboardRow key={standing.aiModel} {...{ standing, scale, breakEven, quorum }} source={view.source} />
          ))}
        </ol>
      ) : (
        <Waiting />
      )}
      <div className="rec-legend">
        <span className="flex items-center gap-2">
          <svg width="22" height="14" aria-hidden="true">
            <path d="M0 7h22" stroke="var(--equal)" strokeWidth="6" opacity=".55" />
            <path d="M11 0v14" stroke="var(--equal)" strokeWidth="3" />
          </svg>
          {t('record.models.legendRate')}
        </span>
        <span className="flex items-center gap-2">
          <svg width="6" height="14" aria-hidden="true">
            <path d="M3 0v14" stroke="var(--t1)" strokeDasharray="2 2" strokeWidth="1.5" />
          </svg>
          {t('record.models.legendBreakEven', { breakEven: f.percent(breakEven, 1), payout: f.percent(payout) })}
        </span>
        <span>{t('record.models.legendTies')}</span>
      </div>
    </section>
  );
}

/** Skeleton with the final number and height of rows. */
function Waiting() {
  return (
    <div className="lb" aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="lb-wait">
          <span className="sk" />
        </div>
      ))}
    </div>
  );
}

interface SourcePickerProps {
  readonly source: RecordSource;
  readonly onChoose: (source: RecordSource) => void;
}

function SourcePicker({ source, onChoose }: SourcePickerProps) {
  const { t } = usePhrases();
  return (
    <SegmentedRadio
      className="sm"
      name="record-source"
      options={sources}
      chosen={source}
      label={(one) => t(`record.models.${one}`)}
      onChoose={onChoose}
      aria-label={t('record.models.source')}
    />
  );
}
