import { durations, pickerDurations } from '#domain/market/duration.ts';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { type AlertRule, noAlerts } from '#domain/signals/alert-rule.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { alertRules } from '#server/database/tables/alert-tables.ts';
import type { Database } from '#server/database/connection.ts';
import { createFigure } from '../figure.ts';
import { createBenchMatchMinute } from '../setup/match-alerts.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { seedUsers } from '../setup/seed-users.ts';

const rules = 100_000;
const minutes = 7;
/** Pairs of which one duration of every model is a signal, in each minute. */
const signalledPairs = 4;
const batch = 5_000;

export const alertsRow: Row = {
  name: 'alerts',
  what: `${rules.toLocaleString('en')} alert rules against a minute's forecasts, each rule for one pair and one duration`,
  peer: 'none',
  async measure(print) {
    const postgres = await startOwnPostgres();
    try {
      print('seeding users and rules');
      const userIds = await seedUsers(postgres.db, rules);
      await seedRules(postgres.db, userIds);
      let now = Date.now();
      const clock = { now: () => now };
      const match = createBenchMatchMinute(postgres.db, {
        clock,
        marketClock: clock,
        listLinked: async () => new Set(),
      });
      print('matching');
      const loadedAt = performance.now();
      await match([]);
      const loadMs = performance.now() - loadedAt;
      const rounds: { readonly ms: number; readonly cpuMs: number; readonly alerted: number }[] = [];
      for (let minute = 0; minute < minutes; minute++, now += minuteMs) {
        const forecasts = getForecasts(minute, now);
        const [startedAt, before] = [performance.now(), process.cpuUsage()];
        const alerted = await match(forecasts);
        const { user, system } = process.cpuUsage(before);
        rounds.push({ ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000, alerted });
      }
      return [
        createFigure(
          'stored from the close of a minute on',
          'ms',
          rounds.map(({ ms }) => ms),
          { atMost: 200 },
        ),
        createFigure(
          'processor time of it in this process',
          'ms',
          rounds.map(({ cpuMs }) => cpuMs),
        ),
        createFigure(
          'alerts of a minute',
          '',
          rounds.map(({ alerted }) => alerted),
        ),
        createFigure('loading the rules at the start', 'ms', [loadMs]),
      ];
    } finally {
      await postgres.stop();
    }
  },
};

async function seedRules(db: Database, userIds: readonly string[]): Promise<void> {
  const rows = userIds.map((userId, i) => {
    const rule: AlertRule = {
      ...noAlerts,
      channels: ['push'],
      symbols: [currencyPairs[i % currencyPairs.length]?.symbol ?? ''],
      durations: [pickerDurations[i % pickerDurations.length] ?? 5],
      minPassability: 55 + (i % 70) / 10,
    };
    return {
      ...rule,
      channels: [...rule.channels],
      models: [],
      symbols: [...rule.symbols],
      durations: [...rule.durations],
      userId,
      kind: 'standing' as const,
      until: null,
      // Rules that changed in the last minutes would all be read again.
      changedAt: new Date(Date.now() - hourMs),
    };
  });
  for (let i = 0; i < rows.length; i += batch) await db.insert(alertRules).values(rows.slice(i, i + batch));
}

/** All forecasts of a minute; those of some pairs are signals, of pairs that change with the minute. */
const getForecasts = (minute: number, now: number): Forecast[] =>
  aiModelKeys.flatMap((model) =>
    currencyPairs.flatMap(({ symbol }, i) =>
      durations.map((duration): Forecast => {
        const signalled = Math.floor(i / signalledPairs) === minute && duration === 5;
        const passability = signalled ? 57 : 52;
        const common = { model, modelVersion: '1', symbol, duration, session: 'day', signalFrom: 56 } as const;
        return { ...common, barTime: now - minuteMs, decidedAt: now, pUp: passability / 100, passability, signalled };
      }),
    ),
  );
