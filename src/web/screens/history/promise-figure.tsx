import { usePhrases } from '#web/language/use-phrases.ts';
import type { PromisedRate } from './promise.ts';
import { promiseScale } from './promise-scale.ts';

interface PromiseFigureProps {
  /** Share of 1. */
  readonly stated: number;
  readonly rate: PromisedRate;
  readonly breakEven: number | null;
}

/**
 * Interval, point, stated rate and break-even on one line; phones get their own geometry, so that
 * labels stay legible.
 */
export const PromiseFigure = (props: PromiseFigureProps) => (
  <div className="promise-figure">
    <div className="phone:hidden">
      <Drawing {...props} width={500} maxTicks={8} />
    </div>
    <div className="hidden phone:block">
      <Drawing {...props} width={334} maxTicks={5} />
    </div>
  </div>
);

const height = 148;
/** Width of the longest label. */
const wordsWide = 150;
const middle = 90;

function Drawing({
  stated,
  rate,
  breakEven,
  width,
  maxTicks,
}: PromiseFigureProps & { width: number; maxTicks: number }) {
  const { t, f } = usePhrases();
  const { real, low, high } = rate;
  const shares = [stated, real, low, high, ...(breakEven === null ? [] : [breakEven])];
  const { ticks, x } = promiseScale(shares, 40, width - 26, maxTicks);
  /** Labels extend outwards from the midpoint of both values, where there is room. */
  const beside = (share: number, isLeft: boolean) =>
    x(share) > (isLeft ? wordsWide : width - wordsWide)
      ? ({ x: x(share) - 6, textAnchor: 'end' } as const)
      : { x: x(share) + 6 };
  const label = t('history.promise.figure', {
    real: f.percent(real, 1),
    low: f.percent(low, 1),
    high: f.percent(high, 1),
    stated: f.percent(stated, 1),
  });
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {ticks.map((tick, index) => (
        <g key={tick}>
          <path d={`M${x(tick / 100)} 62v42`} stroke="var(--grid)" />
          <text x={x(tick / 100)} y="138" textAnchor="middle" className="axis">
            {index === ticks.length - 1 ? f.percent(tick / 100) : tick}
          </text>
        </g>
      ))}
      {breakEven !== null && (
        <>
          <path d={`M${x(breakEven)} 24v82`} stroke="var(--t1)" strokeWidth="1.6" strokeDasharray="2 3" />
          <text {...beside(breakEven, true)} y="34" className="promise-even">
            {t('history.promise.breakEven', { percent: f.percent(breakEven, 1) })}
          </text>
        </>
      )}
      <rect x={x(low)} y={middle - 7} width={x(high) - x(low)} height="14" rx="7" className="promise-interval" />
      <path d={`M${x(stated)} 62v44`} stroke="var(--up)" strokeWidth="3" />
      <text {...beside(stated, stated < real)} y="55" className="promise-stated">
        {t('history.promise.stated', { percent: f.percent(stated, 1) })}
      </text>
      <circle cx={x(real)} cy={middle} r="8" fill="var(--s1)" stroke="var(--t1)" strokeWidth="3" />
      <text {...beside(real, real <= stated)} y="118" className="promise-real">
        {t('history.promise.real', { percent: f.percent(real, 1) })}
      </text>
    </svg>
  );
}
