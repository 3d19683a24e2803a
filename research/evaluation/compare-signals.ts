import { type Duration, durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { JudgedRange } from './forecast-market.ts';
import { createSignalTally, type SignalFigures } from './signal-tally.ts';

type Hours = 'all' | MarketSession;

/** The signals of one duration in these hours. */
export interface ComparedSignals {
  readonly duration: Duration;
  readonly hours: Hours;
  /** As the model file states them. */
  readonly file: SignalFigures;
  readonly calibrated: SignalFigures;
  /** Share of the minutes in which one of the pairs had a signal as calibrated, percent. */
  readonly signalMinutes: number;
}

export interface SignalComparison {
  readonly from: number;
  readonly rows: readonly ComparedSignals[];
}

/** Sums up the signals that a model gives in a range with its frozen file, and as calibrated. */
export function createSignalComparison({ from, to }: JudgedRange) {
  const rows = durations.flatMap((duration) =>
    (['all', ...marketSessions] as const).map((hours) => ({
      duration,
      hours,
      file: createSignalTally(),
      calibrated: createSignalTally(),
      minutes: createMinuteCount(),
      signalMinutes: createMinuteCount(),
    })),
  );
  const toRows = ({ duration, session }: Forecast) =>
    rows.filter((row) => row.duration === duration && (row.hours === 'all' || row.hours === session));

  return {
    /** One decision, stated in both ways; in order of time. `later`: entered and closed one bar later. */
    add(stated: Forecast, calibrated: Forecast, outcome: number, later: number): void {
      if (stated.barTime < from || stated.barTime >= to) return;
      for (const row of toRows(stated)) {
        row.minutes.add(stated.barTime);
        if (calibrated.signalled) row.signalMinutes.add(stated.barTime);
        if (stated.signalled) row.file.add(stated, outcome, later);
        if (calibrated.signalled) row.calibrated.add(calibrated, outcome, later);
      }
    },
    result: (): SignalComparison => ({
      from,
      rows: rows.map(({ minutes, signalMinutes, ...row }) => ({
        ...row,
        file: row.file.figures(),
        calibrated: row.calibrated.figures(),
        signalMinutes: (100 * signalMinutes.count()) / minutes.count(),
      })),
    }),
  };
}

/** Counts different minutes, which are added in order of time. */
function createMinuteCount() {
  let [count, newest] = [0, Number.NaN];
  return {
    add: (minute: number): void => {
      if (minute === newest) return;
      newest = minute;
      count += 1;
    },
    count: () => count,
  };
}
