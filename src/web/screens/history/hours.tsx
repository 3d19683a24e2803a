import type { SignalStats } from '#contract/statistics.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { offsetName, shiftedHour } from '#web/language/own-zone.ts';

type Hour = SignalStats['byHour'][number];

/** By hour of issue, at today's UTC offset: the same labels in summer and winter. */
export function Hours({ hours }: { hours: readonly Hour[] }) {
  const { t } = usePhrases();
  const ahead = -new Date(serverClock.now()).getTimezoneOffset();
  // For zones with a fractional-hour offset the hours stay in UTC.
  const shift = ahead % 60 === 0 ? ahead : 0;
  const zone = offsetName(shift);
  const own = hours
    .map((tally) => ({ ...tally, hour: shiftedHour(tally.hour, shift) }))
    .toSorted((a, b) => a.hour - b.hour);
  return (
    <div className="p-card flex flex-col gap-3">
      <div className="phone:hidden">
        <Columns hours={own} zone={zone} width={1130} labelEvery={2} />
      </div>
      <div className="hidden phone:block">
        <Columns hours={own} zone={zone} width={334} labelEvery={6} />
      </div>
      <p className="text-13 text-ink-3">{t('history.groups.hourNote', { zone })}</p>
      <details className="promise-bins flush">
        <summary>{t('history.groups.hourTable')}</summary>
        <HourTable hours={own} />
      </details>
    </div>
  );
}

interface ColumnsProps {
  readonly hours: readonly Hour[];
  readonly zone: string;
  readonly width: number;
  readonly labelEvery: number;
}

const top = 14;
const floor = 150;

function Columns({ hours, zone, width, labelEvery }: ColumnsProps) {
  const { t, f } = usePhrases();
  const max = Math.max(1, ...hours.map(({ total }) => total));
  const left = 34;
  const step = (width - left) / 24;
  const high = (count: number): number => (count / max) * (floor - top);
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} 180`}
      role="img"
      aria-label={t('history.groups.hourFigure', { zone })}
    >
      <defs>
        <pattern id={`lost-${width}`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" stroke="var(--loss)" strokeWidth="3" />
        </pattern>
      </defs>
      {[0, max].map((count) => (
        <g key={count}>
          <path d={`M${left} ${floor - high(count)}H${width}`} stroke="var(--grid)" />
          <text className="axis" x={left - 8} y={floor - high(count) + 4} textAnchor="end">
            {f.count(count)}
          </text>
        </g>
      ))}
      {hours.map((hour) => (
        <Column
          key={hour.hour}
          hour={hour}
          x={left + step * hour.hour + step * 0.18}
          width={step * 0.64}
          high={high}
          hatch={`url(#lost-${width})`}
        />
      ))}
      {Array.from({ length: 24 / labelEvery }, (_, index) => index * labelEvery).map((hour) => (
        <text key={hour} className="axis" x={left + step * (hour + 0.5)} y="172" textAnchor="middle">
          {hour}
        </text>
      ))}
    </svg>
  );
}

interface ColumnProps {
  readonly hour: Hour;
  readonly x: number;
  readonly width: number;
  readonly high: (count: number) => number;
  readonly hatch: string;
}

/** Stacked from the bottom: wins filled, ties outlined, losses hatched. */
function Column({ hour: { successful, neutral, unsuccessful }, x, width, high, hatch }: ColumnProps) {
  const [won, tied, lost] = [high(successful), high(neutral), high(unsuccessful)];
  return (
    <>
      <rect x={x} y={floor - won} width={width} height={won} fill="var(--win)" />
      <rect x={x} y={floor - won - tied} width={width} height={tied} fill="none" stroke="var(--equal)" />
      <rect x={x} y={floor - won - tied - lost} width={width} height={lost} fill={hatch} stroke="var(--loss)" />
    </>
  );
}

function HourTable({ hours }: { hours: readonly Hour[] }) {
  const { t, f } = usePhrases();
  const columns = ['successful', 'neutral', 'unsuccessful'] as const;
  return (
    <table className="tbl tabular-nums">
      <thead>
        <tr>
          <th scope="col">{t('history.groups.hour')}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className="r">
              {t(`history.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours
          .filter(({ total }) => total > 0)
          .map((tally) => (
            <tr key={tally.hour}>
              <td className="text-ink-1">{`${String(tally.hour).padStart(2, '0')}:00`}</td>
              {columns.map((column) => (
                <td key={column} className="r">
                  {f.count(tally[column])}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
