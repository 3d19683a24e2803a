import { TriangleAlert } from 'lucide-react';
import type { ModelFigures } from '#contract/record/record.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { FeedCalibration } from '#web/record/feed-calibration.tsx';
import { PlayedNote } from '#web/record/played-note.tsx';
import { silentShare } from '#web/record/silent-share.ts';
import { useRecordSummary } from '#web/record/use-record-summary.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { useModelFigures } from '../use-model-figures.ts';
import { PastResults } from './past-results.tsx';

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
            <dd className="tabular-nums">
              {t('signal.about.silentShare', { share: silentShare(f, shadow.abstained) })}
            </dd>
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
  return (rate: number, { low, high }: { readonly low: number; readonly high: number }, count: number): string => {
    const interval = f.range(low, high);
    return t('signal.about.rate', { rate: f.percent(rate, 1), interval, number: f.count(count) });
  };
}
