import { usePhrases } from '#web/language/use-phrases.ts';
import { niceScale } from '#web/ui/figures/nice-scale.ts';
import type { Standing } from './standing.ts';

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

export interface IntervalScale {
  /** Shares from 0 to 1 of the labelled ticks. */
  readonly ticks: readonly number[];
  /** Decimals in percent needed to label all of them exactly. */
  readonly decimals: number;
  /** Position of a share, in percent of the width. */
  readonly x: (share: number) => number;
}

/** One scale for all intervals, including the break-even. */
export function intervalScale(standings: readonly Pick<Standing, 'interval'>[], breakEven: number): IntervalScale {
  const ends = standings.flatMap(({ interval }) => (interval ? [interval.low, interval.high] : []));
  const around = ends.length === 0 ? [breakEven - 0.05, breakEven + 0.05] : [...ends, breakEven];
  const { from, to, ticks, decimals } = niceScale(
    around.map((share) => share * 100),
    6,
  );
  const x = (share: number): number => ((share * 100 - from) / (to - from)) * 100;
  // The last label would overlap the next column.
  const written = ticks.slice(0, -1);
  return {
    ticks: written.map((tick) => tick / 100),
    decimals,
    x,
  };
}
