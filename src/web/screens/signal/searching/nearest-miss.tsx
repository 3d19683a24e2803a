import type { NoSignalDetails } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

interface NearestMissProps {
  readonly model: AiModelKey;
  /** Null: a pair has reached the threshold since the search. */
  readonly nearest: NoSignalDetails['nearest'];
  /** Null: not offered. */
  readonly onManual: ((symbol: string) => void) | null;
}

/** How near the best pair is to the threshold, updated every minute. */
export function NearestMiss({ model, nearest, onManual }: NearestMissProps) {
  const { t, f } = usePhrases();
  return (
    <section className="card p-4 flex flex-col gap-2">
      <h3 className="lab">{t('signal.none.nearest')}</h3>
      {nearest ? (
        <>
          <p className="flex items-baseline justify-between gap-3 flex-wrap">
            <b className="text-ink-1 font-semibold tabular-nums">
              {pairName(nearest.symbol)}, {f.percent(nearest.passability / 100, 1)}
            </b>
            <span className="text-13 text-ink-3">
              {t('signal.none.threshold', { percent: f.percent(nearest.signalFrom / 100, 1) })}
            </span>
          </p>
          <Bar {...nearest} />
          {onManual && (
            <div className="flex items-center gap-3 flex-wrap mt-2">
              <button type="button" className="btn btn-s btn-sm" onClick={() => onManual(nearest.symbol)}>
                {t('signal.none.manual', { pair: pairName(nearest.symbol) })}
              </button>
              <span className="text-13 text-ink-3">{t('signal.none.manualAnswers')}</span>
            </div>
          )}
        </>
      ) : (
        <b className="text-ink-1 font-semibold">{t('signal.none.reached')}</b>
      )}
      {model === '13_squad' && <p className="text-13 text-ink-3">{t('signal.none.squad')}</p>}
    </section>
  );
}

/**
 * From a coin toss on the left to the threshold on the right; the adjacent figures state the same.
 */
function Bar({ passability, signalFrom }: NonNullable<NoSignalDetails['nearest']>) {
  const share = Math.min(1, Math.max(0, (passability - 50) / (signalFrom - 50)));
  return (
    <svg viewBox="0 0 100 6" width="100%" height="6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" fill="var(--line-2)" />
      <rect width={100 * share} height="6" fill="var(--t2)" />
      <rect x="99.4" width="0.6" height="6" fill="var(--win)" />
    </svg>
  );
}
