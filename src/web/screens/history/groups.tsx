import { type ReactNode, useState } from 'react';
import type { SignalStats, Tally } from '#contract/statistics.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { offsetName, shiftedHour } from '#web/language/formats.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { BySize } from '#web/ui/figures/by-size.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { computeRate, TableFold } from './promise-card.tsx';

const kinds = ['model', 'pair', 'hour'] as const;
type Kind = (typeof kinds)[number];

/** The same signals by model, by pair and by hour of issue. */
export function Groups({ stats }: { stats: SignalStats }) {
  const { t } = usePhrases();
  const [kind, setKind] = useState<Kind>('model');
  return (
    <Card
      className="overflow-hidden"
      title={t('history.groups.title')}
      titleId="groups-title"
      aside={
        <SegmentedRadio
          className="sm"
          name="groups"
          options={kinds}
          chosen={kind}
          label={(one) => <span className="px-2">{t(`history.groups.${one}`)}</span>}
          onChoose={setKind}
          aria-labelledby="groups-title"
        />
      }
    >
      {kind === 'hour' ? <Hours hours={stats.byHour} /> : <GroupRows key={kind} rows={toRows[kind](stats)} />}
    </Card>
  );
}

type Hour = SignalStats['byHour'][number];

/** By hour of issue, at today's UTC offset: the same labels in summer and winter. */
function Hours({ hours }: { hours: readonly Hour[] }) {
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
      <BySize
        wide={<Columns hours={own} zone={zone} width={1130} labelEvery={2} />}
        narrow={<Columns hours={own} zone={zone} width={334} labelEvery={6} />}
      />
      <p className="text-13 text-ink-3">{t('history.groups.hourNote', { zone })}</p>
      <TableFold className="mt-1 -mx-6 -mb-6 phone:-mx-4.5 phone:-mb-4.5" title={t('history.groups.hourTable')}>
        <HourTable hours={own} />
      </TableFold>
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

const outcomes = ['successful', 'neutral', 'unsuccessful'] as const;

function HourTable({ hours }: { hours: readonly Hour[] }) {
  const { t, f } = usePhrases();
  return (
    <DataTable
      rows={hours.filter(({ total }) => total > 0)}
      getKey={({ hour }) => hour}
      columns={[
        [t('history.groups.hour'), ({ hour }) => `${String(hour).padStart(2, '0')}:00`, 'text-ink-1'],
        ...outcomes.map(
          (outcome) => [t(`common.outcome.${outcome}`), (tally: Hour) => f.count(tally[outcome]), 'r'] as const,
        ),
      ]}
    />
  );
}

interface GroupRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly tally: Tally;
}

const collapsedRows = 6;

/** One group per row: counts as a bar and as numbers; a rate only with enough signals. */
function GroupRows({ rows }: { rows: readonly GroupRow[] }) {
  const { t } = usePhrases();
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? rows : rows.slice(0, collapsedRows);
  const max = Math.max(1, ...rows.map(({ tally }) => tally.total));
  return (
    <>
      <ul>
        {shown.map(({ key, name, tally }) => (
          <li
            key={key}
            className="grid grid-cols-[minmax(180px,1fr)_minmax(0,1.6fr)_150px_minmax(150px,auto)] items-center gap-4 border-b border-line px-5 py-3 narrow:grid-cols-[minmax(0,1fr)_auto] narrow:gap-x-3 narrow:gap-y-2"
          >
            <span className="flex items-center gap-2.5 font-[520] text-ink-1">{name}</span>
            <CountsBar tally={tally} max={max} />
            <span className="grid grid-cols-[repeat(3,1fr)] gap-2 tabular-nums" aria-hidden="true">
              {outcomes.map((outcome) => (
                <span key={outcome} className="flex items-center gap-[5px]">
                  <OutcomeMark shape={outcomeStyle[outcome]} />
                  <b className={outcomeStyle[outcome]}>{tally[outcome]}</b>
                </span>
              ))}
            </span>
            <span className="text-right text-13 text-ink-2 tabular-nums narrow:col-start-2 narrow:row-start-1">
              <Rate tally={tally} />
            </span>
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-4 px-5 py-3.5 phone:flex-col phone:items-stretch">
        <p className="text-13 text-ink-3">{t('history.rateNote', { enough: minOutcomesForRate })}</p>
        {rows.length > collapsedRows && (
          <Button
            look="g sm"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            text={t(isOpen ? 'history.groups.less' : 'history.groups.more')}
          />
        )}
      </div>
    </>
  );
}

const barPart = 'flex-[0_1_0] rounded-[2px]';
const hatched =
  'bg-[repeating-linear-gradient(-45deg,var(--loss)_0_3px,transparent_3px_5px)] shadow-[inset_0_0_0_1px_var(--loss)]';

/** Wins filled, ties thin, losses hatched, so that colour is not the only difference. */
function CountsBar({ tally: { total, successful, neutral, unsuccessful }, max }: { tally: Tally; max: number }) {
  const { t } = usePhrases();
  const label = t('history.groups.bar', { won: successful, tied: neutral, lost: unsuccessful });
  return (
    <span
      className="flex h-3 min-w-[3px] gap-0.5 narrow:row-start-2"
      role="img"
      aria-label={label}
      style={{ width: `${(total / max) * 100}%` }}
    >
      <i className={`${barPart} bg-win`} style={{ flexGrow: successful }} />
      <i className={`${barPart} shadow-[inset_0_0_0_1.5px_var(--equal)]`} style={{ flexGrow: neutral }} />
      <i className={`${barPart} ${hatched}`} style={{ flexGrow: unsuccessful }} />
    </span>
  );
}

function Rate({ tally: { successful, unsuccessful } }: { tally: Tally }) {
  const { t, f } = usePhrases();
  const rate = computeRate(successful, successful + unsuccessful);
  if (!rate) return <span className="text-ink-3">{t('history.groups.tooFew')}</span>;
  return t('history.groups.rate', { percent: f.percent(rate.real, 1), range: f.range(rate.low, rate.high) });
}

const toRows: Record<Exclude<Kind, 'hour'>, (stats: SignalStats) => readonly GroupRow[]> = {
  model: ({ byModel }) =>
    byModel
      .map(({ aiModel, ...tally }) => ({
        key: aiModel,
        name: (
          <>
            <ModelFlag model={aiModel} size="xs" />
            {aiModelName(aiModel)}
          </>
        ),
        tally,
      }))
      .toSorted((a, b) => b.tally.total - a.tally.total),
  pair: ({ bySymbol }) => bySymbol.map(({ symbol, ...tally }) => ({ key: symbol, name: pairName(symbol), tally })),
};
