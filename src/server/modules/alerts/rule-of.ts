import type { ChangeAlertsBody } from '#contract/alerts.ts';
import { type AlertRule, noAlerts } from '#domain/signals/alert-rule.ts';

/** Absent fields get their defaults. */
export const ruleOf = ({ lang: _lang, ...wanted }: ChangeAlertsBody): AlertRule => ({
  ...noAlerts,
  ...definedOf(wanted),
});

const definedOf = <T extends object>(body: T): Partial<AlertRule> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
