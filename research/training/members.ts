import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { type Duration } from '#domain/market/duration.ts';
import type { MarketSession } from '#domain/market/market-session.ts';

/** The models that forecast on their own; the stack combines them. In the order of the manifest. */
export const memberKeys = [
  'kurs_ai_v2',
  'kurs_ai_v1',
  '13_squad',
  '36trade_ai_plus',
] as const satisfies readonly AiModelKey[];
export type MemberKey = (typeof memberKeys)[number];

/** Raw scores by row, in shared memory; NaN where a model has no score. */
export type Scores = Readonly<Record<Duration, Float32Array>>;

export const byDuration = <T>(of: (duration: Duration) => T): Record<Duration, T> => ({
  2: of(2),
  3: of(3),
  5: of(5),
  7: of(7),
  10: of(10),
});

export const byMember = <T>(of: (key: MemberKey) => T): Record<MemberKey, T> => ({
  kurs_ai_v2: of('kurs_ai_v2'),
  kurs_ai_v1: of('kurs_ai_v1'),
  '13_squad': of('13_squad'),
  '36trade_ai_plus': of('36trade_ai_plus'),
});

export const newScores = (size: number): Scores =>
  byDuration(() => new Float32Array(new SharedArrayBuffer(4 * size)).fill(Number.NaN));

export const bySession = <T>(of: (session: MarketSession) => T): Record<MarketSession, T> => ({
  day: of('day'),
  evening: of('evening'),
  rollover: of('rollover'),
});

/** Six digits: the file stays short, and training and product read exactly the same number. */
export const roughly = (value: number): number => Number(value.toPrecision(6));
