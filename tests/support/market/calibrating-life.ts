import { minuteMs } from '#domain/time.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Bar } from '#engine/bar/bar.ts';
import type { AppliedCalibrations } from '#engine/forecast/calibration/calibration-line.ts';
import { writeStatistics } from '#engine/forecast/statistics-text.ts';
import type { Database } from '#server/database/connection.ts';
import { createFillDays } from '#server/modules/calibration/fill-days.ts';
import type { JudgedDay } from '#server/modules/calibration/calibration.api.ts';
import { createCalibrator, type EstimatedCalibration } from '#server/modules/calibration/calibrator.ts';
import type { RecordedVersion } from '#server/modules/record/record.api.ts';
import { silentLog } from '../silent-log.ts';
import { statisticsBetween } from '../record/stated-days.ts';

export const calibratedFeed = {
  id: 'simulated:1',
  kind: 'simulated',
  isLive: false,
  symbols: ['EURUSD', 'GBPUSD'],
  notOffered: [],
} as const;
const forecasters = [
  { key: 'kurs_ai_v1', version: '1.aaaa' },
  { key: 'vip', version: '1.bbbb' },
] as const;
export const calibratedDays = 12;

/** The market of these tests never closes. */
const isOpenDay = (): boolean => true;

export const hourlyBars = (from: number, to: number): Bar[] =>
  Array.from({ length: (to - from) / (60 * minuteMs) }, (_, i) => {
    return { time: from + i * 60 * minuteMs, open: 1, high: 1, low: 1, close: 1 };
  });

interface Life {
  readonly db: Database;
  readonly now: () => number;
  /** The versions of the record, which the minutes of this process add to. */
  readonly recorded: RecordedVersion[];
  /** Killed before the first minute that uses a calibration. */
  readonly isKilled?: true;
  /** The feed refuses everything after so many requests. */
  readonly requests?: number;
  /** How many trading days count. */
  readonly days?: number;
  /** Bars that the engine remembers. */
  readonly own?: readonly Bar[];
  /** Before a day is judged. */
  readonly onJudge?: () => void | Promise<void>;
  readonly shipped?: readonly EstimatedCalibration[];
  readonly onApplied?: (calibrations: AppliedCalibrations) => void;
}

/** A calibrator in a process lifetime: what it asked of the feed, judged, and gave to the engine. */
export function calibratingLife(life: Life) {
  const { db, now, recorded, requests = 10_000, days = calibratedDays, own = [] } = life;
  const feed = calibratedFeed;
  const asked: string[] = [];
  const judged: JudgedDay[] = [];
  const applied: AppliedCalibrations[] = [];
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  /** As the next minute does. */
  const state = (model: AiModelKey, id: string): void => {
    if (model !== 'kurs_ai_v1' && model !== 'vip') return;
    const version = forecasters.find(({ key }) => key === model)?.version ?? '';
    const { file, calibration } = calibrator.getVersion({ model, modelVersion: `${version}+${id}` });
    const newest = recorded.findLast(({ leaf }) => leaf.model === model)?.leaf.id;
    if (newest?.startsWith(`${version}+${id}.`)) return;
    const at = new Date(now()).toISOString();
    const index = recorded.length;
    recorded.push({ index, leaf: { kind: 'version', model, id: `${version}+${id}.${index}`, file, calibration, at } });
  };
  const engine = {
    feed,
    bars: (_: string, from: number, to: number) => own.filter(({ time }) => time >= from && time < to),
    calibrate: (calibrations: AppliedCalibrations) => {
      applied.push(calibrations);
      life.onApplied?.(calibrations);
      if (!life.isKilled) for (const [model, { id }] of calibrations) state(model, id);
    },
  };
  const marketData = {
    backfill: async (symbol: string, until: number, count: number): Promise<Bar[]> => {
      asked.push(`${symbol} ${new Date(until).toISOString()}`);
      if (asked.length > requests) throw new Error('the feed has no history now');
      return hourlyBars(until - 2 * count * minuteMs, until + count * minuteMs);
    },
  };
  const judging = {
    judge: async (day: JudgedDay) => {
      await life.onJudge?.();
      judged.push(day);
      const statistics = writeStatistics(
        statisticsBetween(day.from, day.to, { pairs: 28, getFactor: (session) => (session === 'evening' ? 0 : 0.8) }),
      );
      return new Map(forecasters.map(({ key }) => [key, statistics]));
    },
    close: async () => undefined,
  };
  const calibrator = createCalibrator({
    db,
    engine,
    forecasters,
    metadata: new Map(forecasters.map(({ key, version }) => [key, { fileHash: `file of ${version}` }])),
    record: {
      readVersions: async () => new Map(recorded.map((one): [AiModelKey, typeof one] => [one.leaf.model, one])),
    },
    days,
    fillDays: createFillDays({
      db,
      engine,
      marketData,
      forecasters,
      isOpenDay,
      startJudging: () => judging,
      minutesLeft: async () => null,
      log: silentLog,
      print,
    }),
    shipped: life.shipped ?? [],
    clock: { now },
    log: silentLog,
    print,
  });
  const run = (stopping = new AbortController().signal) => calibrator.run(stopping);
  return { calibrator, run, asked, judged, applied, printed };
}
