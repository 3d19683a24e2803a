import type { AlertSettings, ChangeAlertsBody, Watch, WatchBody } from '#contract/alerts.ts';
import { toInstant } from '#contract/wire.ts';
import type { Language } from '#domain/language.ts';
import { type AlertChannel, alertChannels, type AlertRule, noAlerts, watchMs } from '#domain/signals/alert-rule.ts';
import { errorPhrases } from '#phrases/errors.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { lockAccount } from '#server/database/locks.ts';
import { apiError } from '#server/http/api-error.ts';
import type { ListLinked } from '#server/modules/telegram/telegram.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { deleteWatches, findRule, type RuleRow, upsertRule } from './alerts.repository.ts';
import { listPushTargets } from './push-devices.repository.ts';

export type ManageAlerts = ReturnType<typeof createManageAlerts>;

interface ManageAlertsDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly listLinked: ListLinked;
  /** Without a bot nobody can choose Telegram. */
  readonly hasBot: boolean;
}

export const createManageAlerts = ({ db, listLinked, hasBot, clock }: ManageAlertsDependencies) => ({
  read: async (userId: string): Promise<AlertSettings> => {
    const rule = await findRule(db, userId, 'standing');
    if (!rule) return pickSettings(noAlerts);
    const { channels, ...settings } = toSettings(rule);
    return { ...settings, channels: channels.filter((channel) => offeredChannels(hasBot).includes(channel)) };
  },
  /** Absent fields get their defaults. */
  change: async (userId: string, wanted: ChangeAlertsBody): Promise<AlertSettings> => {
    const rule = toRule(wanted);
    requireOffered(rule.channels, hasBot);
    return toSettings(await saveRule({ db, clock }, { ...toRuleRow(userId, rule), kind: 'standing', until: null }));
  },
  /** Alerts once, of the next forecast that fits within an hour. */
  watch: async (userId: string, { aiModel, symbol, interval }: WatchBody): Promise<Watch> => {
    const reached = await listReachedChannels({ db, listLinked }, userId);
    const own = await findRule(db, userId, 'standing');
    const wanted: AlertRule = {
      ...noAlerts,
      channels: channelsOfWatch(own, reached),
      models: aiModel ? [aiModel] : [],
      symbols: symbol ? [symbol] : [],
      durations: [interval],
    };
    const until = new Date(clock.now() + watchMs);
    const row = await saveRule({ db, clock }, { ...toRuleRow(userId, wanted), kind: 'watch', until });
    return toWatch(row, until, reached);
  },
  /** Null: none, or its hour is over. */
  readWatch: async (userId: string): Promise<Watch | null> => {
    const row = await findRule(db, userId, 'watch');
    if (!row?.until || row.until.getTime() <= clock.now()) return null;
    return toWatch(row, row.until, await listReachedChannels({ db, listLinked }, userId));
  },
  endWatch: (userId: string): Promise<void> => inTransaction(db, ({ tx }) => deleteWatches(tx, [userId])),
});

const saveRule = ({ db, clock }: Pick<Platform, 'db' | 'clock'>, rule: Omit<RuleRow, 'changedAt'>): Promise<RuleRow> =>
  inTransaction(db, async ({ tx }) => {
    if (!(await lockAccount(tx, rule.userId))) throw apiError('unauthenticated');
    const row = { ...rule, changedAt: new Date(clock.now()) };
    await upsertRule(tx, row);
    return row;
  });

/** Devices, and the trader's own channels or else chats; mail too if none of them reaches the trader. */
function channelsOfWatch(own: RuleRow | undefined, reached: ReadonlySet<AlertChannel>): readonly AlertChannel[] {
  const others: readonly AlertChannel[] = own && own.channels.length > 0 ? own.channels : ['telegram'];
  const wanted: readonly AlertChannel[] = ['push', ...others];
  return wanted.some((channel) => reached.has(channel)) ? wanted : [...wanted, 'mail'];
}

function toWatch(row: RuleRow, until: Date, reached: ReadonlySet<AlertChannel>): Watch {
  const [interval] = row.durations;
  if (interval === undefined) throw new Error('a watch without a duration');
  return {
    until: toInstant(until.getTime()),
    aiModel: row.models[0] ?? null,
    symbol: row.symbols[0] ?? null,
    interval,
    channels: row.channels.filter((channel) => reached.has(channel)),
  };
}

const toRule = ({ lang: _lang, ...wanted }: ChangeAlertsBody): AlertRule => ({
  ...noAlerts,
  ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
});

const toRuleRow = (userId: string, { channels, models, symbols, durations, ...rest }: AlertRule) => ({
  userId,
  channels: [...new Set(channels)],
  models: [...new Set(models)],
  symbols: [...new Set(symbols)],
  durations: [...new Set(durations)],
  ...rest,
});

const pickSettings = ({ channels, models, symbols, durations, ...rest }: AlertRule): AlertSettings => ({
  channels: [...channels],
  models: [...models],
  symbols: [...symbols],
  durations: [...durations],
  ...rest,
});

function toSettings({ userId: _id, kind: _kind, until: _until, changedAt: _at, ...rule }: RuleRow): AlertSettings {
  return pickSettings(rule);
}

/** Without a bot of the operator nobody is reached by Telegram, so nobody may count on it. */
const offeredChannels = (hasBot: boolean): readonly AlertChannel[] =>
  alertChannels.filter((channel) => channel !== 'telegram' || hasBot);

function requireOffered(channels: readonly AlertChannel[], hasBot: boolean): void {
  const allowed = offeredChannels(hasBot);
  if (channels.every((channel) => allowed.includes(channel))) return;
  throw apiError('validation_failed', {
    params: { fields: 'channels' },
    details: (language: Language) => [
      { field: 'channels', message: errorPhrases[language].telegram_unavailable, allowed },
    ],
  });
}

/** Channels by which a user receives alerts now: everybody has a mailbox, not a device or a chat. */
async function listReachedChannels(
  { db, listLinked }: { readonly db: Database; readonly listLinked: ListLinked },
  userId: string,
): Promise<ReadonlySet<AlertChannel>> {
  const [devices, linked] = await Promise.all([listPushTargets(db, [userId]), listLinked(db, [userId])]);
  const reached: readonly [AlertChannel, boolean][] = [
    ['push', devices.length > 0],
    ['telegram', linked.has(userId)],
    ['mail', true],
  ];
  return new Set(reached.flatMap(([channel, isReached]) => (isReached ? [channel] : [])));
}
