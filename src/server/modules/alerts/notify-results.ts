import { randomUUID } from 'node:crypto';
import type { Clock } from '#domain/clock.ts';
import { resultDropMs } from '#domain/signals/alert-rule.ts';
import { isQuiet } from '#domain/signals/quiet-hours.ts';
import type { UserEventListener } from '#server/modules/events/events.api.ts';
import { resultOf } from './alert-content.ts';
import { insertAlerts, insertSends, listRules } from './alerts.repository.ts';
import { listPushTargets } from './push-devices.repository.ts';
import { listLanguagesOf } from './users.repository.ts';

interface Needs {
  /** The wall's: a result is news by it. */
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** Results of own signals, in the transaction that settles them, for users who want them. */
export const createNotifyResults =
  ({ clock, publicUrl }: Needs): UserEventListener =>
  async ({ tx }, events) => {
    const settled = events.flatMap((event) => (event.name === 'result' ? [{ ...event }] : []));
    if (settled.length === 0) return;
    const now = clock.now();
    const rules = await listRules(tx, [...new Set(settled.map(({ userId }) => userId))]);
    const wanting = new Set(
      rules
        .filter(({ results, quietHours }) => results && !(quietHours && isQuiet(quietHours, now)))
        .filter(({ channels }) => channels.includes('push'))
        .map(({ userId }) => userId),
    );
    if (wanting.size === 0) return;
    const languages = await listLanguagesOf(tx, [...wanting]);
    const [createdAt, dropAt] = [new Date(now), new Date(now + resultDropMs)];
    const rows = settled.flatMap(({ userId, data }) => {
      const content = wanting.has(userId) ? resultOf(data, { publicUrl, lang: languages.get(userId) ?? 'uk' }) : null;
      const fixed = { userId, kind: 'result' as const, at: createdAt, createdAt, dropAt };
      return content
        ? [{ id: randomUUID(), ...fixed, symbol: data.symbol, signalId: data.id, content: { ...content } }]
        : [];
    });
    const isNew = await insertAlerts(tx, rows);
    const targets = await listPushTargets(tx, [...wanting]);
    await insertSends(
      tx,
      rows
        .filter(({ id }) => isNew.has(id))
        .flatMap(({ id: alertId, userId }) =>
          targets
            .filter((target) => target.userId === userId)
            .map((target) => ({
              id: randomUUID(),
              alertId,
              userId,
              channel: 'push' as const,
              target: target.id,
              state: 'waiting' as const,
              dropAt,
            })),
        ),
    );
  };
