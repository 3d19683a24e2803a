import { TriangleAlert } from 'lucide-react';
import type { ModelFigures } from '#contract/record.ts';
import { durations } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { FeedCalibration } from '#web/record/feed-calibration.tsx';
import { PlayedNote } from '#web/record/played-note.tsx';
import { useRecordSummary } from '#web/record/use-record-summary.ts';
import { Note } from '#web/ui/note.tsx';
import { useModelFigures } from '../use-model-figures.ts';

/** A model's results: signals issued to users and shadow forecasts, never added up. */
export function ModelResults({ model }: { readonly model: AiModelKey }) {
  const { t, f } = usePhrases();
  const figures = useModelFigures()?.find(({ aiModel }) => aiModel === model);
  const shadow = figures?.shadow;
  const played = useRecordSummary()?.played ?? null;
  return (
    <>
      <dl className="dl">
        <div>
          <dt>{t('signal.about.ofSignals')}</dt>
          <dd className="tabular-nums">
            <Rate counted={figures} />
          </dd>
        </div>
        {shadow && (
          <div>
            <dt>{t('signal.about.ofShadow')}</dt>
            <dd className="tabular-nums">
              <Rate counted={shadow.issued} />
            </dd>
          </div>
        )}
        {shadow && shadow.abstained !== null && (
          <div>
            <dt>{t('signal.about.silent')}</dt>
            <dd className="tabular-nums">{t('signal.about.silentShare', { share: f.percent(shadow.abstained) })}</dd>
          </div>
        )}
      </dl>
      {shadow && <p className="text-14 text-ink-3">{t('signal.about.shadowText')}</p>}
      {shadow && <PlayedNote played={played} />}
      {figures && <FeedCalibration figures={figures} />}
      {figures?.card && <PastResults card={figures.card} />}
      {figures?.flagged && (
        <Note icon={TriangleAlert} tone="warn">
          {t('signal.about.flagged')}
        </Note>
      )}
    </>
  );
}

/** What its card states by day, for every duration. */
function PastResults({ card }: { readonly card: NonNullable<ModelFigures['card']> }) {
  const { t, f } = usePhrases();
  const { from, to, byDay } = card;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="h4">{t('signal.about.past', { months: f.months(Date.parse(from), Date.parse(to)) })}</h3>
      {byDay.length === 0 ? (
        <p className="text-14">{t('signal.about.pastNone')}</p>
      ) : (
        <dl className="dl">
          {durations.map((duration) => (
            <div key={duration}>
              <dt>{t('signal.minutes', { n: duration })}</dt>
              <dd className="tabular-nums">
                <PastRate result={byDay.find((one) => one.duration === duration)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-14 text-ink-3">
        {t('signal.about.pastText')}
        {byDay.some(({ calibrated }) => calibrated) && <> {t('signal.about.pastCalibratedText')}</>}
      </p>
    </div>
  );
}

type CardResult = NonNullable<ModelFigures['card']>['byDay'][number];

function PastRate({ result }: { readonly result: CardResult | undefined }) {
  const { t } = usePhrases();
  const rate = useRateText();
  if (!result) return t('signal.about.pastNoEdge');
  const { calibrated } = result;
  return (
    <>
      {rate(result.real, result, result.count)}
      {calibrated && (
        <span className="block text-14 text-ink-3">
          {t('signal.about.pastCalibrated', { rate: rate(calibrated.real, calibrated, calibrated.count) })}
        </span>
      )}
    </>
  );
}

type Counted = Pick<ModelFigures, 'total' | 'winRate' | 'low' | 'high'>;

function Rate({ counted }: { readonly counted: Counted | undefined }) {
  const { t } = usePhrases();
  const rate = useRateText();
  if (!counted || counted.winRate === null || counted.low === null || counted.high === null)
    return t('signal.choose.tooFew');
  return rate(counted.winRate, { low: counted.low, high: counted.high }, counted.total);
}

function useRateText() {
  const { t, f } = usePhrases();
  return (rate: number, { low, high }: Pick<CardResult, 'low' | 'high'>, count: number): string => {
    const interval = `${f.decimal(low * 100, 1)}–${f.decimal(high * 100, 1)}`;
    return t('signal.about.rate', { rate: f.percent(rate, 1), interval, number: f.count(count) });
  };
}
