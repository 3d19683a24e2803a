import { TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ModelFigures } from '#contract/record/record.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { getBreakEven } from '#domain/statistics/break-even.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { edgeVerdict, IntervalBar, verdictTone } from '#web/record/interval-bar.tsx';
import { Card } from '#web/ui/card.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { type RecordSource, type RecordView, type ShownRecord, sources } from '../use-record-address.ts';
import { IntervalAxis, intervalScale, type IntervalScale } from './interval-axis.tsx';
import { rankModels, type Standing } from './standing.ts';

interface LeaderboardProps {
  /** Null: loading. */
  readonly models: readonly ModelFigures[] | null;
  readonly payout: number;
  /** Number of witnesses required for a proof; null: not loaded yet. */
  readonly quorum: number | null;
  readonly view: ShownRecord;
  readonly onChange: (change: Partial<RecordView>) => void;
}

/** All models against one line: the break-even win rate. */
export function Leaderboard({ models, payout, quorum, view, onChange }: LeaderboardProps) {
  const { t, f } = usePhrases();
  const breakEven = getBreakEven(payout);
  const standings = models && rankModels(models, view.source);
  const scale = intervalScale(standings ?? [], breakEven);
  return (
    <Card
      title={t('record.models.title')}
      titleId="models-title"
      aside={<span className="text-13 text-ink-3">{t('record.models.order')}</span>}
    >
      <div className="rec-tools">
        <SourcePicker source={view.source} onChoose={(source) => onChange({ source })} />
        <PayoutField payout={payout} onChange={(chosen) => onChange({ payout: chosen })} />
      </div>
      <p className="text-14 rec-said">
        {t(view.source === 'shadow' ? 'record.models.shadowNote' : 'record.models.peopleNote')}
      </p>
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
    </Card>
  );
}

function SourcePicker({ source, onChoose }: { source: RecordSource; onChoose: (source: RecordSource) => void }) {
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

interface PayoutFieldProps {
  /** Share of the stake. */
  readonly payout: number;
  readonly onChange: (payout: number) => void;
}

/** Debounce, so that the figures do not change on a half-typed number. */
const pauseMs = 400;

/** Payout in percent, as brokers state it; every figure of the page depends on it. */
function PayoutField({ payout, onChange }: PayoutFieldProps) {
  const { t } = usePhrases();
  const [text, setText] = useState<string | null>(null);
  const percent = Number(text?.replace(',', '.'));
  const isPayout = text !== null && percent >= 1 && percent <= 300;
  const submitNow = (): void => onChange(Math.round(percent * 10) / 1_000);
  const submit = useEffectEvent(submitNow);
  useEffect(() => {
    if (!isPayout) return;
    const pause = setTimeout(() => submit(), pauseMs);
    return () => clearTimeout(pause);
  }, [isPayout, percent]);
  return (
    <label className="sel rec-payout">
      {t('record.models.payout')}
      <input
        inputMode="decimal"
        value={text ?? String(Math.round(payout * 1_000) / 10)}
        aria-invalid={text !== null && !isPayout}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => {
          if (isPayout) submitNow();
          setText(null);
        }}
      />
    </label>
  );
}

interface LeaderboardRowProps {
  readonly standing: Standing;
  readonly scale: IntervalScale;
  readonly breakEven: number;
  readonly source: RecordSource;
  /** Null: not loaded yet. With 0 nothing can be proven, which the facts of the page say once. */
  readonly quorum: number | null;
}

function LeaderboardRow({ standing, scale, breakEven, source, quorum }: LeaderboardRowProps) {
  const { t, f } = usePhrases();
  const { aiModel, total, winRate, interval, rank, proven } = standing;
  const verdict = interval && edgeVerdict(interval, breakEven);
  const notes = [
    ...(rank === null ? [] : [t('record.models.place', { place: rank })]),
    ...(proven && quorum !== null && quorum > 0
      ? [
          t(source === 'people' ? 'record.models.proven' : 'record.models.minutesProven', {
            n: f.count(proven.n),
            of: f.count(proven.of),
          }),
        ]
      : []),
  ];
  const unit = source === 'people' ? 'record.models.signals' : 'record.models.forecasts';
  return (
    <li>
      <span className="nm">
        <ModelFlag model={aiModel} size="s" />
        <span className="min-w-0">
          {aiModelName(aiModel)}
          <small className={`text-13 ${verdict ? verdictTone[verdict] : 'text-ink-3'}`}>
            {t(`record.models.${verdict ?? (total < minOutcomesForRate ? 'fewResults' : 'fewHours')}`)}
          </small>
        </span>
      </span>
      <span className="n">
        {f.count(total)}
        <span className="unit"> {t(unit, { count: total })}</span>
      </span>
      <IntervalBar {...{ interval, winRate, breakEven }} x={scale.x} />
      <span className="wr">
        {interval && winRate !== null ? (
          <>
            {f.percent(winRate, 1)}
            <small>{f.range(interval.low, interval.high)}</small>
          </>
        ) : (
          <span className="text-ink-3">–</span>
        )}
      </span>
      {notes.length > 0 && <span className="pr text-13 text-ink-3">{notes.join(' · ')}</span>}
      {standing.flagged && (
        <p className="lb-flag text-13">
          <TriangleAlert className="ic warn" />
          <span>
            <b>{t('record.models.flagged')}.</b> <FlagReason flag={standing.flag} />
          </span>
        </p>
      )}
    </li>
  );
}

/** States which live figure is outside the interval of the model card. */
function FlagReason({ flag }: { flag: ModelFigures['flag'] }) {
  const { t, f } = usePhrases();
  if (!flag?.card) return t('record.models.flagStated');
  const { live, card, figure } = flag;
  const toText = (share: number): string => (figure === 'win_rate' ? f.percent(share, 1) : f.signed(share * 100, 1));
  const values = {
    live: toText(live.value),
    low: toText(live.low),
    high: toText(live.high),
    cardLow: toText(card.low),
    cardHigh: toText(card.high),
  };
  return figure === 'win_rate' ? t('record.models.flagWinRate', values) : t('record.models.flagCalibration', values);
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
