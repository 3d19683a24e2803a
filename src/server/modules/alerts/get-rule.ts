import type { ChangeAlertsBody } from '#contract/alerts.ts';
import { type AlertRule, noAlerts } from '#domain/signals/alert-rule.ts';

/** Absent fields get their defaults. */
export const toRule = ({ lang: _lang, ...wanted }: ChangeAlertsBody): AlertRule => ({
  ...noAlerts,
  ...pickDefined(wanted),
});

const pickDefined = <T extends object>(body: T): Partial<AlertRule> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
