import { Unplug } from 'lucide-react';
import type { SignalFile } from '#contract/admin/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { priceIn } from '#web/admin/admin-texts.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DirectionChip } from '#web/ui/direction-icon.tsx';
import { Fact } from '#web/ui/card.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { useIsWide } from '#web/ui/use-is-wide.ts';

/** The logged prices between entry and expiry: the basis for voiding. */
export function PricesCard({ file }: { file: SignalFile }) {
  const { t } = usePhrases();
  const isUp = file.signal === 'BUY';
  return (
    <section className="card overflow-hidden">
      <div className="card-h">
        <span className="flex items-center flex-wrap gap-3">
          <h2 className="h3">{pairName(file.symbol)}</h2>
          <DirectionChip isUp={isUp}>{t(isUp ? 'admin.signals.void.up' : 'admin.signals.void.down')}</DirectionChip>
          <span className="text-14 text-ink-3">{t('admin.models.minutes', { n: file.duration })}</span>
        </span>
        <b className="h3 tabular-nums">{priceIn(file.symbol, file.closePrice ?? file.openPrice)}</b>
      </div>
      <Chart file={file} />
      <Gap file={file} />
    </section>
  );
}

/** Phones get their own geometry: a scaled-down chart would be illegible. */
const wide = { width: 860, height: 300, pad: 28 };
const narrow = { width: 340, height: 220, pad: 28 };

function Chart({ file: { symbol, openPrice, prices } }: { file: SignalFile }) {
  const { t, f } = usePhrases();
  const size = useIsWide() ? wide : narrow;
  const points = prices.points.map(({ time, price }) => ({ at: Date.parse(time), price }));
  const line = priceLine(points, openPrice === null ? [] : [openPrice], size);
  if (!line) return <p className="p-card text-ink-3">{t('admin.signals.file.noPrices')}</p>;
  const label = t('admin.signals.file.chart', {
    n: f.count(prices.count),
    low: priceIn(symbol, line.low),
    high: priceIn(symbol, line.high),
  });
  return (
    <svg className="adm-prices" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <path className="line" d={line.path} />
      {openPrice !== null && (
        <>
          <path className="entry" d={`M0 ${line.y(openPrice)}H${size.width}`} />
          <text className="axis" x={size.width - 4} y={line.y(openPrice) - 7} textAnchor="end">
            {t('admin.signals.file.entryLine', { price: priceIn(symbol, openPrice) })}
          </text>
        </>
      )}
      <text className="axis" x="4" y={size.height - 6}>
        {f.time(points[0]?.at ?? 0)}
      </text>
      <text className="axis" x={size.width - 4} y={size.height - 6} textAnchor="end">
        {f.time(points.at(-1)?.at ?? 0)}
      </text>
    </svg>
  );
}

interface Point {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly price: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly pad: number;
}

interface PriceLine {
  /** SVG path with one step per price, because a price holds until the next one. */
  readonly path: string;
  readonly low: number;
  readonly high: number;
  readonly y: (price: number) => number;
  readonly x: (at: number) => number;
}

/**
 * Prices during a signal as a line, with room for the deciding prices. Null: there are no prices.
 */
export function priceLine(points: readonly Point[], marks: readonly number[], size: Size): PriceLine | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const prices = [...points.map(({ price }) => price), ...marks];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const [spanMs, spanPrice] = [Math.max(1, last.at - first.at), high - low || Math.abs(high) * 1e-6];
  const x = (at: number): number => round(((at - first.at) / spanMs) * size.width);
  const y = (price: number): number => round(size.pad + (1 - (price - low) / spanPrice) * (size.height - 2 * size.pad));
  const steps = points.slice(1).map(({ at, price }) => `H${x(at)}V${y(price)}`);
  return { path: `M${x(first.at)} ${y(first.price)}${steps.join('')}`, low, high, x, y };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A gap of this length makes a signal void by the rules: it is highlighted. */
const longMs = 5_000;

function Gap({ file: { prices, status } }: { file: SignalFile }) {
  const { t, f } = usePhrases();
  const { count, longestGapMs, longestGapAt } = prices;
  const gap =
    longestGapMs === null || longestGapAt === null
      ? null
      : { seconds: f.decimal(longestGapMs / 1000, 1), time: f.time(Date.parse(longestGapAt)) };
  const isLong = status === 'settled' && (longestGapMs ?? 0) > longMs;
  return (
    <div className="p-card flex flex-col gap-3">
      <dl className="dl">
        <Fact name={t('admin.signals.file.ticks')}>{f.count(count)}</Fact>
        <Fact name={t('admin.signals.file.gap')}>{gap ? t('admin.signals.file.gapValue', gap) : '—'}</Fact>
      </dl>
      {gap && isLong && (
        <Note icon={Unplug} tone="warn">
          <b>{t('admin.signals.file.gapWarning', gap)}</b>
        </Note>
      )}
    </div>
  );
}
