import { randomUUID } from 'node:crypto';
import { isQuiet, resultDropMs } from '#domain/signals/alert-rule.ts';
import type { UserEventListener } from '#server/modules/events/events.api.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import type { ListLinked } from '#server/modules/telegram/telegram.api.ts';
import { toResult } from './alert-content.ts';
import type { GetUnsubscribeAddress } from './alert-mails.ts';
import { insertAlerts, listRecipients, listRules } from './alerts.repository.ts';
import { enqueueSends } from './enqueue-sends.ts';

interface NotifyResultsDependencies {
  readonly publicUrl: string;
  readonly listLinked: ListLinked;
  readonly queueMail: QueueMail;
  readonly getUnsubscribeAddress: GetUnsubscribeAddress;
}

/** Results of own signals, in the transaction that settles them, for users who want them. */
export const createNotifyResults =
  ({ publicUrl, listLinked, queueMail, getUnsubscribeAddress }: NotifyResultsDependencies): UserEventListener =>
  async ({ tx }, events, createdAt) => {
    const settled = events.flatMap((event) => (event.name === 'result' ? [{ ...event }] : []));
    if (settled.length === 0) return;
    const now = createdAt.getTime();
    const rules = await listRules(tx, [...new Set(settled.map(({ userId }) => userId))]);
    const wanting = new Map(
      rules
        .filter(({ results, quietHours }) => results && !(quietHours && isQuiet(quietHours, now)))
        .filter(({ channels }) => channels.length > 0)
        .map(({ userId, channels }) => [userId, channels]),
    );
    if (wanting.size === 0) return;
    const recipients = await listRecipients(tx, [...wanting.keys()]);
    const dropAt = new Date(now + resultDropMs);
    const results = settled.flatMap(({ userId, data }) => {
      const [channels, recipient] = [wanting.get(userId), recipients.get(userId)];
      const content = recipient ? toResult(data, { publicUrl, lang: recipient.lang }) : null;
      return channels && recipient && content
        ? [{ id: randomUUID(), userId, channels, recipient, content, createdAt, dropAt }]
        : [];
    });
    const isNew = await insertAlerts(
      tx,
      results.map(({ id, userId, content }) => ({
        id,
        userId,
        kind: 'result' as const,
        at: createdAt,
        createdAt,
        dropAt,
        symbol: content.symbol,
        signalId: content.id,
        content: { ...content },
      })),
    );
    const stored = results.filter(({ id }) => isNew.has(id));
    await enqueueSends(tx, stored, listLinked);
    for (const { userId, channels, recipient, content } of stored)
      if (channels.includes('mail')) {
        const { email: to, lang } = recipient;
        await queueMail(tx, {
          userId,
          to,
          lang,
          kind: 'signal_result',
          ...content,
          settledAt: createdAt.toISOString(),
          unsubscribe: getUnsubscribeAddress(userId, lang),
        });
      }
  };
