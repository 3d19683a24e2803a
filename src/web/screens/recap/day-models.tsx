import type { DayRecap } from '#contract/record/views.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { minHoursForRate, minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { Rich } from '#web/language/rich.tsx';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { FollowStar } from '#web/record/follow-star.tsx';
import { useFollowed } from '#web/record/use-followed.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { isStated, OutcomeCounts } from './outcome-counts.tsx';

type Model = DayRecap['models'][number];

/** Followed models first. */
export function DayModels({ models }: { models: readonly Model[] }) {
  const { t } = usePhrases();
  const { has } = useFollowed();
  const ordered = models.toSorted((a, b) => Number(has(b.aiModel)) - Number(has(a.aiModel)));
  return (
    <section className="card" aria-labelledby="models-title">
      <div className="card-h">
        <h2 id="models-title" className="h3">
          {t('recap.models')}
        </h2>
      </div>
      <ul className="divide-y divide-line">
        {ordered.map((model) => (
          <DayModel key={model.aiModel} model={model} isFollowed={has(model.aiModel)} />
        ))}
      </ul>
      <p className="text-13 text-ink-3 p-card">{t('recap.followNote')}</p>
    </section>
  );
}

function DayModel({ model: { aiModel, signals, shadow }, isFollowed }: { model: Model; isFollowed: boolean }) {
  const { t } = usePhrases();
  return (
    <li className="flex flex-col gap-3 p-card">
      <div className="flex items-center gap-3">
        <ModelFlag model={aiModel} size="s" />
        <h3 className="text-ink-1">{aiModelName(aiModel)}</h3>
        <FollowStar model={aiModel} />
        {isFollowed && <span className="chip">{t('recap.followed')}</span>}
      </div>
      <div className="grid grid-cols-2 phone:grid-cols-1 gap-gutter">
        {isStated(signals) && <Source title={t('recap.signals')} figures={signals} />}
        {shadow && isStated(shadow) && <Source title={t('recap.shadow')} figures={shadow} />}
      </div>
    </li>
  );
}

/** The server states a rate from enough outcomes of enough hours on: here which of them are missing. */
function fewText({ successful, unsuccessful }: Model['signals'], t: Phrases['t']): string {
  return successful + unsuccessful < minOutcomesForRate
    ? t('recap.fewOutcomes', { outcomes: minOutcomesForRate })
    : t('recap.fewHours', { hours: minHoursForRate });
}

function Source({ title, figures }: { title: string; figures: Model['signals'] }) {
  const { t, f } = usePhrases();
  const { winRate, low, high } = figures;
  return (
    <div className="flex flex-col gap-2">
      <h4 className="text-14 text-ink-2">{title}</h4>
      <OutcomeCounts counts={figures} />
      <p className="text-13 text-ink-3">
        {winRate === null || low === null || high === null ? (
          fewText(figures, t)
        ) : (
          <Rich
            text={t('recap.rate', {
              rate: f.percent(winRate, 1),
              low: f.exact(low * 100, 1),
              high: f.exact(high * 100, 1),
            })}
          />
        )}
      </p>
    </div>
  );
}
