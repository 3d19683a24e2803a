import type { ReactNode } from 'react';
import type { SignalStats } from '#contract/statistics.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { BySize } from '#web/ui/figures/by-size.tsx';

/** Stated against actual win rate of the user's signals, with the range expected by chance. */
export function PromiseCard({ stats, breakEven }: { stats: SignalStats; breakEven: number | null }) {
  const { t, f } = usePhrases();
  const promised = promisedIn(stats.calibration);
  if (!promised) return null;
  const { won, count, rate } = promised;
  const stated = f.percent(promised.stated, 1);
  return (
    <section
      className="card grid grid-cols-[minmax(0,1fr)_minmax(0,520px)] items-center narrow:grid-cols-[minmax(0,1fr)]"
      aria-labelledby="promise-title"
    >
      <div className="p-card flex flex-col gap-3">
        <h2 className="h3" id="promise-title">
          {t('history.promise.title')}
        </h2>
        <p className="[&_b]:font-semibold [&_b]:text-ink-1">
          <Rich
            text={
              rate
                ? t('history.promise.text', { stated, real: f.percent(rate.real, 1) })
                : t('history.promise.textCount', { stated, won: f.count(won), n: f.count(count) })
            }
          />
        </p>
        <p className="text-14 text-ink-3">
          {rate
            ? `${t('history.promise.interval', { n: f.count(count), range: f.range(rate.low, rate.high), count })} ${t(`history.promise.${getVerdict(promised.stated, rate)}`)}`
            : t('history.rateNote', { enough: minOutcomesForRate })}
        </p>
      </div>
      {rate && <PromiseFigure stated={promised.stated} rate={rate} breakEven={breakEven} />}
      {stats.calibration.length > 1 && <Bins bins={stats.calibration} />}
    </section>
  );
}

interface PromisedRate {
  readonly real: number;
  readonly low: number;
  readonly high: number;
}

/** Mean stated probability, as a share of 1, and how many signals came true; ties are excluded. */
interface Promised {
  readonly stated: number;
  readonly won: number;
  readonly count: number;
  /** Shares of 1 with the 95 % interval of `real`; null: too few for a rate. */
  readonly rate: PromisedRate | null;
}

/** Null: no signal was won or lost yet. */
export function promisedIn(calibration: readonly Bin[]): Promised | null {
  const count = sumUp(calibration, (bin) => bin.count);
  if (count === 0) return null;
  const won = sumUp(calibration, wonIn);
  return {
    stated: sumUp(calibration, (bin) => bin.stated * bin.count) / count,
    won,
    count,
    rate: computeRate(won, count),
  };
}

type Bin = SignalStats['calibration'][number];
const sumUp = (bins: readonly Bin[], of: (bin: Bin) => number): number => bins.reduce((sum, bin) => sum + of(bin), 0);

/** Position of the stated rate relative to the interval of the actual one. */
export function getVerdict(stated: number, { low, high }: PromisedRate): 'within' | 'below' | 'above' {
  if (stated > high) return 'below';
  return stated < low ? 'above' : 'within';
}

interface PromiseFigureProps {
  /** Share of 1. */
  readonly stated: number;
  readonly rate: PromisedRate;
  readonly breakEven: number | null;
}

/** Interval, point, stated rate and break-even on one line. */
const PromiseFigure = (props: PromiseFigureProps) => (
  <BySize
    className="py-3 pr-4 narrow:px-4.5 narrow:pt-0"
    wide={<Drawing {...props} width={500} maxTicks={8} />}
    narrow={<Drawing {...props} width={334} maxTicks={5} />}
  />
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
          <text {...beside(breakEven, true)} y="34" className="fill-ink-2 text-[13px]">
            {t('history.promise.breakEven', { percent: f.percent(breakEven, 1) })}
          </text>
        </>
      )}
      <rect x={x(low)} y={middle - 7} width={x(high) - x(low)} height="14" rx="7" fill="var(--equal)" opacity=".4" />
      <path d={`M${x(stated)} 62v44`} stroke="var(--up)" strokeWidth="3" />
      <text {...beside(stated, stated < real)} y="55" className="fill-up text-[13.5px] font-semibold">
        {t('history.promise.stated', { percent: f.percent(stated, 1) })}
      </text>
      <circle cx={x(real)} cy={middle} r="8" fill="var(--s1)" stroke="var(--t1)" strokeWidth="3" />
      <text {...beside(real, real <= stated)} y="118" className="fill-ink-1 text-[13.5px] font-semibold">
        {t('history.promise.real', { percent: f.percent(real, 1) })}
      </text>
    </svg>
  );
}

interface PromiseScale {
  readonly ticks: readonly number[];
  /** Position of a share from 0 to 1, in the units of the picture. */
  readonly x: (share: number) => number;
}

/** A percent scale that covers the shares, with at most seven ticks. */
export function promiseScale(shares: readonly number[], left: number, right: number, maxTicks: number): PromiseScale {
  const lowest = Math.max(0, Math.min(...shares) * 100 - 2);
  const highest = Math.min(100, Math.max(...shares) * 100 + 2);
  const step =
    [5, 10, 20, 25, 50].find((wide) => Math.ceil(highest / wide) - Math.floor(lowest / wide) < maxTicks) ?? 50;
  const from = Math.floor(lowest / step) * step;
  const to = Math.ceil(highest / step) * step;
  const ticks = Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
  return { ticks, x: (share) => left + ((share * 100 - from) / (to - from)) * (right - left) };
}

/** The same figures by stated probability; a row with too few signals for a rate shows a count. */
function Bins({ bins }: { bins: readonly Bin[] }) {
  const { t, f } = usePhrases();
  return (
    <TableFold title={t('history.promise.bins')}>
      <DataTable
        rows={bins.map((bin) => ({ ...bin, won: wonIn(bin), rate: computeRate(wonIn(bin), bin.count) }))}
        getKey={({ stated }) => stated}
        columns={[
          [t('history.promise.binStated'), ({ stated }) => f.percent(stated, 1), 'text-ink-1'],
          [t('history.promise.binReal'), ({ rate, won }) => (rate ? f.percent(rate.real, 1) : f.count(won)), 'r'],
          [t('history.promise.binInterval'), ({ rate }) => (rate ? f.range(rate.low, rate.high) : '—'), 'r'],
          [t('history.promise.binCount'), ({ count }) => f.count(count), 'r'],
        ]}
      />
    </TableFold>
  );
}

interface TableFoldProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A folded table, as wide as the card around it. */
export const TableFold = ({ title, className = '', children }: TableFoldProps) => (
  <details className={`table-fold col-span-full border-t border-line ${className}`}>
    <summary className="min-h-11 cursor-pointer px-6 py-3.5 text-[.875rem] text-ink-1 phone:px-4.5">{title}</summary>
    {children}
  </details>
);

export function computeRate(won: number, count: number): PromisedRate | null {
  const interval = count < minOutcomesForRate ? null : wilsonInterval(won, count);
  return interval && { real: won / count, ...interval };
}

const wonIn = ({ real, count }: Bin): number => Math.round(real * count);
