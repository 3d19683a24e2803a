import type { ForecastBelow } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';

interface BestNowProps {
  readonly best: ForecastBelow;
  /** A win rate from 0 to 1. */
  readonly breakEven: number;
}

/** The best forecast without an edge, and how far it is from break-even and from its threshold. */
export function BestNow({ best, breakEven }: BestNowProps) {
  const { t, f } = usePhrases();
  const isUp = best.signal === 'BUY';
  return (
    <div className="inset best-now">
      <h3 className="lab">{t('signal.none.best')}</h3>
      <p className="what">
        <b className="text-ink-1 font-semibold">{pairName(best.symbol)}</b>
        <span className="flex items-center gap-1">
          <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
          {t(isUp ? 'signal.up' : 'signal.down')}
        </span>
        <b className="text-ink-1 font-semibold tabular-nums">{f.percent(best.passability / 100, 1)}</b>
      </p>
      <p className="text-13 text-ink-3 flex items-center gap-2">
        <ModelFlag model={best.aiModel} size="xs" />
        {aiModelName(best.aiModel)}, {t('signal.minutes', { n: best.duration })}
      </p>
      <Bar best={best} breakEven={breakEven} />
      <p className="text-14">
        <Distance best={best} breakEven={breakEven} />
      </p>
    </div>
  );
}

function Distance({ best, breakEven }: BestNowProps) {
  const { t, f } = usePhrases();
  const lacking = Math.max(best.signalFrom, 100 * breakEven) - best.passability;
  if (lacking > 0 && lacking < 0.1)
    return t('signal.none.almost', { points: f.exact(0.1, 1), breakEven: f.percent(breakEven, 1) });
  // Of the figures as shown, so that they add up.
  const points = shown(best.passability) - shown(100 * breakEven);
  const words = {
    points: f.exact(Math.abs(points), 1),
    breakEven: f.percent(breakEven, 1),
    threshold: f.percent(best.signalFrom / 100, 1),
  };
  if (points < 0) return t('signal.none.below', words);
  return t(best.passability < best.signalFrom ? 'signal.none.underThreshold' : 'signal.none.above', words);
}

const shown = (percent: number): number => Number(percent.toFixed(1));

/** From a coin toss on the left, past break-even, to the threshold or beyond; the words say the same. */
function Bar({ best: { passability, signalFrom }, breakEven }: BestNowProps) {
  const end = Math.max(signalFrom, 100 * breakEven, passability) + 1;
  const x = (percent: number): number => (100 * Math.max(0, percent - 50)) / (end - 50);
  return (
    <svg viewBox="0 0 100 6" width="100%" height="6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" fill="var(--line-2)" />
      <rect width={x(passability)} height="6" fill="var(--t2)" />
      <rect x={x(100 * breakEven)} width="0.6" height="6" fill="var(--t1)" />
    </svg>
  );
}
