import { usePhrases } from '#web/language/use-phrases.ts';
import type { IntervalScale } from './interval-scale.ts';

/** Header of the columns; each row states the same in words. */
export function IntervalAxis({ scale, breakEven }: { scale: IntervalScale; breakEven: number }) {
  const { t, f } = usePhrases();
  return (
    <div className="lb-head num" aria-hidden="true">
      <span>{t('record.models.model')}</span>
      <span className="n">{t('record.models.sample')}</span>
      <span className="axis">
        {scale.ticks.map((tick) => (
          <i key={tick} style={{ left: `${scale.x(tick)}%` }}>
            {f.percent(tick, scale.decimals)}
          </i>
        ))}
        <i className="t1" style={{ left: `${scale.x(breakEven)}%` }}>
          {t('record.models.breakEven', { percent: f.percent(breakEven, 1) })}
        </i>
      </span>
      <span className="wr">{t('record.models.rate')}</span>
    </div>
  );
}
