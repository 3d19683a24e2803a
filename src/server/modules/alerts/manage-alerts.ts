import type { AlertSettings, ChangeAlertsBody, Watch, WatchBody } from '#contract/alerts.ts';
import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import { type AlertChannel, type AlertRule, noAlerts } from '#domain/signals/alert-rule.ts';
import { hourMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { findRule, type RuleRow, upsertRule } from './alerts.repository.ts';

export interface ManageAlerts {
  read(userId: string): Promise<AlertSettings>;
  /** Absent fields get their defaults. */
  change(userId: string, wanted: ChangeAlertsBody): Promise<AlertSettings>;
  /** Alerts once, of the next forecast that fits within an hour. */
  watch(userId: string, wanted: WatchBody): Promise<Watch>;
}

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
}

export const createManageAlerts = ({ db, clock }: Needs): ManageAlerts => ({
  read: async (userId) => {
    const rule = await findRule(db, userId, 'standing');
    return rule ? toSettings(rule) : settingsOf(noAlerts);
  },
  change: async (userId, { lang: _lang, ...wanted }) => {
    const rule = { ...noAlerts, ...definedOf(wanted) };
    await upsertRule(db, { ...rowOf(userId, rule), kind: 'standing', until: null, changedAt: new Date(clock.now()) });
    return settingsOf(rule);
  },
  watch: async (userId, { aiModel, symbol, interval }) => {
    const now = clock.now();
    const own = await findRule(db, userId, 'standing');
    const until = new Date(now + hourMs);
    const wanted: AlertRule = {
      ...noAlerts,
      channels: channelsOfWatch(own),
      models: aiModel ? [aiModel] : [],
      symbols: symbol ? [symbol] : [],
      durations: [interval],
    };
    await upsertRule(db, { ...rowOf(userId, wanted), kind: 'watch', until, changedAt: new Date(now) });
    return { until: toInstant(until.getTime()) };
  },
});

/** The trader's own channels, otherwise every device and chat that is connected. */
const channelsOfWatch = (own: RuleRow | undefined): readonly AlertChannel[] =>
  own && own.channels.length > 0 ? own.channels : ['push', 'telegram'];

const definedOf = <T extends object>(body: T): Partial<AlertRule> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

const rowOf = (userId: string, { channels, models, symbols, durations, ...rest }: AlertRule) => ({
  userId,
  channels: [...new Set(channels)],
  models: [...new Set(models)],
  symbols: [...new Set(symbols)],
  durations: [...new Set(durations)],
  ...rest,
});

const settingsOf = ({ channels, models, symbols, durations, ...rest }: AlertRule): AlertSettings => ({
  channels: [...channels],
  models: [...models],
  symbols: [...symbols],
  durations: [...durations],
  ...rest,
});

function toSettings({ userId: _id, kind: _kind, until: _until, changedAt: _at, ...rule }: RuleRow): AlertSettings {
  return settingsOf(rule);
}
