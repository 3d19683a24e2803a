import type { ReplayedSignal } from '#contract/record/views.ts';
import { minuteMs } from '#domain/time.ts';

/** A forecast with its prices, of the record or of recorded quotes. */
export type Replayed = Omit<ReplayedSignal, 'index'>;

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

export const size = { width: 580, height: 240 } as const;
const margin = { right: 46, y: 22 };
const minutesBefore = 30;

interface ReplayGeometry {
  readonly before: readonly ChartPoint[];
  readonly after: readonly ChartPoint[];
  readonly entry: ChartPoint;
  readonly end: ChartPoint;
}

/**
 * Price line from half an hour before the entry to the expiry; the deciding prices are those of the
 * record.
 */
export function replayGeometry({ closes, openPrice, openedAt, closePrice, expiresAt }: Replayed): ReplayGeometry {
  const opened = Date.parse(openedAt);
  const expires = Date.parse(expiresAt);
  const prices = [...closes.map(({ price }) => price), openPrice, closePrice];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const from = opened - minutesBefore * minuteMs;
  const point = (at: number, price: number): ChartPoint => ({
    x: round(((at - from) / (expires - from)) * (size.width - margin.right)),
    y: round(margin.y + (1 - (high === low ? 0.5 : (price - low) / (high - low))) * (size.height - 2 * margin.y)),
  });
  const known = closes.map(({ at, price }) => ({ at: Date.parse(at), price }));
  const entry = point(opened, openPrice);
  const end = point(expires, closePrice);
  return {
    before: [...known.filter(({ at }) => at < opened).map(({ at, price }) => point(at, price)), entry],
    after: [
      entry,
      ...known.filter(({ at }) => at > opened && at < expires).map(({ at, price }) => point(at, price)),
      end,
    ],
    entry,
    end,
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
