import type { AlertSettings, ChangeAlertsBody } from '#contract/alerts.ts';
import type { Language } from '#domain/language.ts';
import { type AlertChannel, alertChannels, type AlertRule, noAlerts } from '#domain/signals/alert-rule.ts';
import { errorPhrases } from '#phrases/errors.ts';
import { inTransaction } from '#server/database/connection.ts';
import { lockAccount } from '#server/database/locks.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Platform } from '#server/start/platform.ts';
import { findRule, type RuleRow, upsertRule } from './alerts.repository.ts';

export type ManageAlerts = ReturnType<typeof createManageAlerts>;

interface ManageAlertsDependencies extends Pick<Platform, 'db' | 'clock'> {
  /** Without a bot nobody can choose Telegram. */
  readonly hasBot: boolean;
}

export const createManageAlerts = ({ db, hasBot, clock }: ManageAlertsDependencies) => ({
  read: async (userId: string): Promise<AlertSettings> => {
    const rule = await findRule(db, userId);
    if (!rule) return pickSettings(noAlerts);
    const { channels, ...settings } = toSettings(rule);
    return { ...settings, channels: channels.filter((channel) => offeredChannels(hasBot).includes(channel)) };
  },
  /** Absent fields get their defaults. */
  change: async (userId: string, wanted: ChangeAlertsBody): Promise<AlertSettings> => {
    const rule = toRule(wanted);
    requireOffered(rule.channels, hasBot);
    return toSettings(await saveRule({ db, clock }, toRuleRow(userId, rule)));
  },
});

const saveRule = ({ db, clock }: Pick<Platform, 'db' | 'clock'>, rule: Omit<RuleRow, 'changedAt'>): Promise<RuleRow> =>
  inTransaction(db, async ({ tx }) => {
    if (!(await lockAccount(tx, rule.userId))) throw apiError('unauthenticated');
    const row = { ...rule, changedAt: new Date(clock.now()) };
    await upsertRule(tx, row);
    return row;
  });

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

function toSettings({ userId: _id, changedAt: _at, ...rule }: RuleRow): AlertSettings {
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
