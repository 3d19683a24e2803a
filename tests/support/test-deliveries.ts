import { asc, eq } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import type { DeliveriesContext } from '#server/deliveries/deliveries-context.ts';
import type { Message, MessageContent, NewDelivery } from '#server/deliveries/message.ts';
import { openDeliveries, getChannels } from '#server/deliveries/module.ts';
import { openContent, queueDeliveries } from '#server/deliveries/outbox.ts';
import { deliveryWorker } from '#server/deliveries/worker.ts';
import { createLocalSemaphores } from '#server/integrations/semaphores/semaphores.ts';
import { aUser } from './a-signal.ts';
import type { TestDatabase } from './test-database.ts';
import { testConfig, testPlatform } from './test-platform.ts';

/** The outbox and its worker on a database, without a mail server and a bot unless a test has one. */
export function testDeliveries(database: Pick<TestDatabase, 'db'>, change: Partial<DeliveriesContext> = {}) {
  const { db } = database;
  const push = {
    send: async () => 'sent' as const,
    generateKeys: () => ({ publicKey: 'public', privateKey: 'private' }),
  };
  const outside = { transport: null, push, telegram: null, semaphores: createLocalSemaphores() };
  const config = change.config ?? testConfig({ publicUrl: 'https://kurs.example' });
  const ctx = openDeliveries({ ...testPlatform(database), ...outside, ...change, config });
  const worker = deliveryWorker(ctx, getChannels(ctx));
  const queueIn = (tx: Transaction, wanted: readonly NewDelivery[]) => queueDeliveries(ctx, tx, wanted);
  const listDeliveries = (userId: string) => db.select().from(deliveries).where(eq(deliveries.userId, userId));
  return {
    ctx,
    worker,
    /** Delivers what is due. */
    deliver: worker.deliverDue,
    queueIn,
    queue: (wanted: readonly NewDelivery[]): Promise<void> => inTransaction(db, ({ tx }) => queueIn(tx, wanted)),
    /** A mail to a new user, whose id it returns. */
    queueMail: async (content: MessageContent, to?: string): Promise<string> => {
      const userId = await aUser(db);
      const message: Message = { userId, to: to ?? `${userId}@example.com`, lang: 'uk', ...content };
      await inTransaction(db, ({ tx }) => queueIn(tx, [{ message, channels: ['mail'], alert: null }]));
      return userId;
    },
    listDeliveries,
    findDelivery: async (userId: string) => {
      const [delivery] = await listDeliveries(userId);
      if (!delivery) throw new Error('nothing was queued for this user');
      return delivery;
    },
    /** What mails say that are not sent yet, oldest first. */
    listMails: async () => {
      const rows = await db
        .select()
        .from(deliveries)
        .where(eq(deliveries.channel, 'mail'))
        .orderBy(asc(deliveries.queuedAt), asc(deliveries.userId));
      return Promise.all(
        rows.map(async (row) => ({ userId: row.userId, lang: row.lang, ...(await openContent(config, row)) })),
      );
    },
    clear: async (): Promise<void> => void (await db.delete(deliveries)),
  };
}
