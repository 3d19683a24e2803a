import { usePhrases } from '#web/language/use-phrases.ts';
import type { IntervalScale } from './interval-scale.ts';

interface IntervalAxisProps {
  /** Heading of the first column. */
  readonly label: string;
  readonly scale: IntervalScale;
  readonly breakEven: number;
}

/** Header of the columns; each row states the same in words. */
export function IntervalAxis({ label, scale, breakEven }: IntervalAxisProps) {
  const { t, f } = usePhrases();
  const even = scale.x(breakEven);
  return (
    <div className="lb-head tabular-nums" aria-hidden="true">
      <span>{label}</span>
      <span className="n">{t('record.models.sample')}</span>
      <span className="axis">
        {scale.ticks.map((tick) => (
          <i key={tick} style={{ left: `${scale.x(tick)}%` }}>
            {f.percent(tick, scale.decimals)}
          </i>
        ))}
        {/* Also shifted by the same share of its own width, so that it never leaves the axis. */}
        <i className="lb-even text-ink-1" style={{ left: `${even}%`, transform: `translateX(-${even}%)` }}>
          {t('record.models.breakEven', { percent: f.percent(breakEven, 1) })}
        </i>
      </span>
      <span className="wr">{t('record.models.rate')}</span>
    </div>
  );
}
