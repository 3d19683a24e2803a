import { alertDropMs, resultDropMs } from '#domain/signals/alert-rule.ts';
import type { AlertRow } from '#server/modules/alerts/alerts.repository.ts';
import type { Sandbox } from '../sandbox.ts';

const alertsQuery = `
  select id, user_id as "userId", kind, at, symbol, content, created_at as "createdAt", drop_at as "dropAt"
  from alerts order by at, id`;

export async function readAlerts(sandbox: Sandbox): Promise<readonly AlertRow[]> {
  const { rows } = await sandbox.query(alertsQuery);
  return rows;
}

/** When its news is over, as the product promises it; what is stored may be wrong. */
export const getEnd = ({ kind, at, content, createdAt }: AlertRow): number =>
  kind === 'alert'
    ? Math.min(at.getTime() + alertDropMs, Date.parse(String(content.holdsUntil)))
    : createdAt.getTime() + resultDropMs;

export const toTopic = ({ id }: Pick<AlertRow, 'id'>): string => id.replaceAll('-', '');
