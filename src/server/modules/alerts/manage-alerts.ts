import type { AlertSettings, ChangeAlertsBody } from '#contract/alerts.ts';
import type { Language } from '#domain/language.ts';
import { type AlertChannel, alertChannels, type AlertRule, noAlerts } from '#domain/signals/alert-rule.ts';
import { errorPhrases } from '#phrases/errors.ts';
import { readUnsubscribeToken } from '#server/http/unsubscribe.ts';
import { inTransaction } from '#server/database/connection.ts';
import { lockAccount } from '#server/database/locks.ts';
import { apiError } from '#server/http/api-error.ts';
import type { AlertsContext } from './alerts-context.ts';
import { findRule, removeMailChannel, type RuleRow, upsertRule } from './alerts.repository.ts';

export async function readAlerts({ db, hasBot }: AlertsContext, userId: string): Promise<AlertSettings> {
  const rule = await findRule(db, userId);
  if (!rule) return pickSettings(noAlerts);
  const { channels, ...settings } = toSettings(rule);
  return { ...settings, channels: channels.filter((channel) => offeredChannels(hasBot).includes(channel)) };
}

/** Absent fields get their defaults. */
export async function changeAlerts(
  { db, clock, hasBot }: AlertsContext,
  userId: string,
  wanted: ChangeAlertsBody,
): Promise<AlertSettings> {
  const rule = toRule(wanted);
  requireOffered(rule.channels, hasBot);
  const row = { ...toRuleRow(userId, rule), changedAt: new Date(clock.now()) };
  await inTransaction(db, async ({ tx }) => {
    if (!(await lockAccount(tx, userId))) throw apiError('unauthenticated');
    await upsertRule(tx, row);
  });
  return toSettings(row);
}

/** Turns mail off as a channel by the token of such a mail; the other channels stay on. */
export async function unsubscribeFromAlerts({ db, clock, config }: AlertsContext, token: string): Promise<void> {
  const userId = readUnsubscribeToken(config, 'alerts', token);
  if (userId === null) throw apiError('link_invalid');
  await removeMailChannel(db, userId, new Date(clock.now()));
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
