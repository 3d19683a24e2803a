import { priceDigits } from '#domain/market/currency-pair.ts';
import { judge } from '#domain/signals/outcome.ts';
import { minuteMs } from '#domain/time.ts';
import type { Replayed } from './replay-chart.tsx';

interface RecordedRound extends Pick<Replayed, 'symbol' | 'direction' | 'passability' | 'openedAt' | 'openPrice'> {
  /** Closes of the one-minute bars from half an hour before the entry to the expiry. */
  readonly closes: readonly number[];
}

const minutesBefore = 30;
const duration = 5;

const iso = (time: number): string => new Date(time).toISOString();

/** What the model stated at the close of the minute before, and what came of it five minutes later. */
export function toReplay({ closes, ...round }: RecordedRound): Replayed {
  const openedAt = Date.parse(round.openedAt);
  const closePrice = closes.at(-1) ?? round.openPrice;
  const digits = priceDigits(round.symbol);
  return {
    ...round,
    digits,
    duration,
    aiModel: 'kurs_ai_v2',
    result: judge(round.direction, round.openPrice, closePrice, digits),
    closePrice,
    expiresAt: iso(openedAt + duration * minuteMs),
    closes: closes.map((price, i) => ({ at: iso(openedAt + (i + 1 - minutesBefore) * minuteMs), price })),
  };
}

/**
 * Real one-minute mid quotes of a broker (github.com/NewYaroslav/binary.com_history_quotes, MIT) from
 * the months held out from the training of Kurs AI v2 (`npm run forecast -- --model kurs_ai_v2
 * --duration 5 --from 2018-10-02`): its first signal after 12:00 UTC of each weekday, of these the
 * first four that won and the first three that lost, because it won 56 of 100 by day.
 */
export const recordedRounds: readonly RecordedRound[] = [
  {
    symbol: 'EURGBP',
    direction: 'SELL',
    passability: 55.74,
    openedAt: '2018-10-02T12:02:00.000Z',
    openPrice: 0.89002,
    closes: [
      0.88909, 0.88924, 0.88902, 0.88911, 0.88909, 0.88909, 0.8891, 0.88912, 0.88914, 0.88921, 0.88925, 0.88929,
      0.88926, 0.8893, 0.88922, 0.88928, 0.88929, 0.88932, 0.88921, 0.88928, 0.88913, 0.88928, 0.88924, 0.88914,
      0.88913, 0.88933, 0.88959, 0.8897, 0.88962, 0.88995, 0.89014, 0.89041, 0.89019, 0.89033, 0.89041,
    ],
  },
  {
    symbol: 'EURCHF',
    direction: 'SELL',
    passability: 56.46,
    openedAt: '2018-10-03T12:01:00.000Z',
    openPrice: 1.14168,
    closes: [
      1.14054, 1.14053, 1.14043, 1.14028, 1.1404, 1.14031, 1.14039, 1.14042, 1.14031, 1.14046, 1.14044, 1.14045, 1.1405,
      1.14046, 1.14053, 1.14062, 1.14072, 1.14081, 1.14094, 1.14101, 1.14118, 1.14132, 1.14131, 1.14116, 1.14108,
      1.14132, 1.14136, 1.14136, 1.14159, 1.14168, 1.14173, 1.14166, 1.14155, 1.14167, 1.14162,
    ],
  },
  {
    symbol: 'NZDUSD',
    direction: 'SELL',
    passability: 55.31,
    openedAt: '2018-10-04T12:44:00.000Z',
    openPrice: 0.65006,
    closes: [
      0.64959, 0.64962, 0.64965, 0.6496, 0.64963, 0.64946, 0.64922, 0.64895, 0.64904, 0.64901, 0.64899, 0.64911,
      0.64912, 0.6491, 0.64912, 0.64921, 0.64916, 0.64935, 0.64932, 0.64911, 0.64922, 0.64922, 0.64942, 0.6495, 0.64956,
      0.6496, 0.64974, 0.64965, 0.64986, 0.65004, 0.65009, 0.64997, 0.65004, 0.65011, 0.65028,
    ],
  },
  {
    symbol: 'EURGBP',
    direction: 'BUY',
    passability: 55.77,
    openedAt: '2018-10-05T12:02:00.000Z',
    openPrice: 0.88162,
    closes: [
      0.88197, 0.88196, 0.8819, 0.88182, 0.88192, 0.88196, 0.88191, 0.88211, 0.88209, 0.88196, 0.88212, 0.88221,
      0.88199, 0.88207, 0.88205, 0.88195, 0.88193, 0.88186, 0.88187, 0.88187, 0.88192, 0.88209, 0.88203, 0.88228,
      0.88218, 0.88187, 0.88191, 0.88162, 0.88165, 0.88162, 0.88167, 0.88183, 0.88199, 0.88199, 0.88182,
    ],
  },
  {
    symbol: 'AUDCHF',
    direction: 'SELL',
    passability: 55.37,
    openedAt: '2018-10-08T12:01:00.000Z',
    openPrice: 0.70227,
    closes: [
      0.70161, 0.70149, 0.70171, 0.7017, 0.70159, 0.70159, 0.70162, 0.70159, 0.70157, 0.70177, 0.7018, 0.70181, 0.70178,
      0.7018, 0.70184, 0.70183, 0.70186, 0.70191, 0.70207, 0.70208, 0.70206, 0.70208, 0.70215, 0.70209, 0.70221,
      0.70212, 0.70223, 0.70226, 0.70225, 0.70226, 0.7024, 0.70227, 0.70206, 0.70206, 0.70192,
    ],
  },
  {
    symbol: 'USDCAD',
    direction: 'BUY',
    passability: 55.42,
    openedAt: '2018-10-09T13:09:00.000Z',
    openPrice: 1.29811,
    closes: [
      1.29955, 1.29926, 1.29947, 1.29961, 1.29981, 1.2999, 1.29991, 1.29994, 1.30008, 1.30014, 1.30004, 1.29995,
      1.29993, 1.29958, 1.29968, 1.29943, 1.2994, 1.2993, 1.29909, 1.29918, 1.29929, 1.29921, 1.2995, 1.29914, 1.29903,
      1.29895, 1.29886, 1.29891, 1.29861, 1.29811, 1.29818, 1.29852, 1.29847, 1.2986, 1.29894,
    ],
  },
  {
    symbol: 'AUDCHF',
    direction: 'SELL',
    passability: 55.52,
    openedAt: '2018-10-16T12:55:00.000Z',
    openPrice: 0.7051,
    closes: [
      0.70452, 0.70454, 0.70454, 0.70466, 0.70461, 0.70478, 0.70484, 0.70487, 0.7048, 0.70463, 0.7048, 0.70466, 0.7046,
      0.70456, 0.70456, 0.70452, 0.70457, 0.70459, 0.70466, 0.70469, 0.70473, 0.70461, 0.70461, 0.70472, 0.7047,
      0.70481, 0.70481, 0.70486, 0.70495, 0.70511, 0.7051, 0.70512, 0.70521, 0.70513, 0.70527,
    ],
  },
];
