import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, getTableColumns, gt, inArray, isNotNull, lte, min, sql } from 'drizzle-orm';
import { linkLifetimeMs, type MailKind } from '#domain/accounts/mail.ts';
import { type AlertChannel, resultMailMs } from '#domain/signals/alert-rule.ts';
import { hourMs } from '#domain/time.ts';
import { openText, sealText, type SecretConfig } from '#server/crypto/seal-text.ts';
import type { Database, Executor, Transaction } from '#server/database/connection.ts';
import { pushSubscriptions, telegramChats } from '#server/database/tables/alert-tables.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import { nothingWaits, type Waiting } from '#server/start/server-module.ts';
import type { DeliveriesContext } from './deliveries-context.ts';
import type { MessageContent, NewDelivery } from './message.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;

export type SealedContent = MessageContent & { readonly to: string };

const sealContent = (config: SecretConfig, content: SealedContent): Promise<string> =>
  sealText(config, 'outbox', JSON.stringify(content));

/** The content of a delivery; null: it was sealed under another SECRET, or nothing is left to send. */
export async function openContent(config: SecretConfig, { sealed }: DeliveryRow): Promise<SealedContent | null> {
  const text = sealed === null ? null : await openText(config, 'outbox', sealed);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- authenticated: nobody else could have sealed it
  return text === null ? null : (JSON.parse(text) as SealedContent);
}

/**
 * Part of the caller's transaction: a delivery exists exactly when what it reports does. One for each
 * device, chat and mailbox of a user.
 */
export async function queueDeliveries(
  ctx: DeliveriesContext,
  tx: Transaction,
  wanted: readonly NewDelivery[],
): Promise<void> {
  const getUserIds = (channel: AlertChannel): string[] =>
    wanted.flatMap(({ channels, message }) => (channels.includes(channel) ? [message.userId] : []));
  const devices = await listDevices(tx, getUserIds('push'));
  // Without a bot nobody is reached, also those who linked a chat while there was one.
  const chats = ctx.telegram === null ? new Map<string, string[]>() : await listChats(tx, getUserIds('telegram'));
  const queuedAt = new Date(ctx.clock.now());
  const rows = await Promise.all(
    wanted.map(async ({ message: { userId, lang, ...content }, channels, alert }) => {
      // The last mail of a deleted account, whose address is stored nowhere else.
      const address = content.kind === 'account_deleted' ? '' : content.to;
      const recipients = { push: devices.get(userId) ?? [], telegram: chats.get(userId) ?? [], mail: [address] };
      const sealed = await sealContent(ctx.config, content);
      const { kind } = content;
      return channels.flatMap((channel) => {
        const isKept = channel === 'mail' && ctx.transport === null;
        const common = { userId, alertId: alert?.id ?? null, channel, kind, lang, sealed, queuedAt };
        const state = isKept
          ? { status: 'kept' as const, nextAttemptAt: null }
          : { status: 'queued' as const, nextAttemptAt: queuedAt };
        const dropAt = getDropAt(channel, kind, alert, queuedAt);
        return recipients[channel].map((recipient) => ({ id: randomUUID(), ...common, ...state, recipient, dropAt }));
      });
    }),
  );
  const all = rows.flat();
  if (all.length > 0) await tx.insert(deliveries).values(all);
}

/** For how long the content of a mail is valid. */
const mailHoldsMs: Readonly<Record<Exclude<MailKind, 'signal_alert'>, number>> = {
  activation: linkLifetimeMs.activation,
  reset: linkLifetimeMs.reset,
  account_exists: 24 * hourMs,
  session_reused: 72 * hourMs,
  password_changed: 72 * hourMs,
  id_confirmed: 24 * hourMs,
  id_not_found: 24 * hourMs,
  id_taken: 24 * hourMs,
  id_released: 72 * hourMs,
  id_available: 72 * hourMs,
  id_lapsed: 72 * hourMs,
  id_reclaimed: 72 * hourMs,
  contest_won: 48 * hourMs,
  account_deleted: 72 * hourMs,
  signal_result: resultMailMs,
  weekly_digest: 72 * hourMs,
  email_change_old: linkLifetimeMs.email_change,
  email_change_new: linkLifetimeMs.email_change,
  email_changed: 72 * hourMs,
};

/**
 * A mail is read whenever its mailbox is opened, so all but those of alerts may be sent later than
 * on other channels.
 */
function getDropAt(channel: AlertChannel, kind: MailKind, alert: NewDelivery['alert'], queuedAt: Date): Date {
  if (alert && (channel !== 'mail' || kind === 'signal_alert')) return alert.dropAt;
  return new Date(queuedAt.getTime() + (kind === 'signal_alert' ? 0 : mailHoldsMs[kind]));
}

async function listDevices(tx: Executor, userIds: string[]): Promise<ReadonlyMap<string, string[]>> {
  if (userIds.length === 0) return new Map();
  const { id, userId } = pushSubscriptions;
  return toLists(await tx.select({ id, userId }).from(pushSubscriptions).where(inArray(userId, userIds)));
}

async function listChats(tx: Executor, userIds: string[]): Promise<ReadonlyMap<string, string[]>> {
  if (userIds.length === 0) return new Map();
  const { chatId: id, userId } = telegramChats;
  return toLists(await tx.select({ id, userId }).from(telegramChats).where(inArray(userId, userIds)));
}

const toLists = (rows: readonly { id: string | number; userId: string }[]): ReadonlyMap<string, string[]> =>
  new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => [userId, own.map(({ id }) => `${id}`)]),
  );

const waits = sql`${deliveries.status} = 'queued'`;
const isWaiting = (channel: AlertChannel) => and(eq(deliveries.channel, channel), waits);

/** Links that a user waits for, and forecasts, which hold for seconds. */
const urgentKinds: readonly MailKind[] = [
  'activation',
  'reset',
  'signal_alert',
  'email_change_old',
  'email_change_new',
];

interface Claim {
  readonly channel: AlertChannel;
  readonly now: number;
  readonly limit: number;
  /** Pauses after the first attempt and the following ones. The last one repeats. */
  readonly pausesMs: readonly number[];
}

/**
 * Claims deliveries that are due, the urgent first, then those that hold for less long. Each has its
 * next attempt before this one is made: a process that dies in between costs a delay, never the message.
 */
export function claimDue(db: Database, { channel, now, limit, pausesMs }: Claim): Promise<DeliveryRow[]> {
  const at = new Date(now);
  const due = db.$with('due').as(
    db
      .select({ dueId: sql<string>`${deliveries.id}`.as('due_id') })
      .from(deliveries)
      .where(and(isWaiting(channel), lte(deliveries.nextAttemptAt, at), gt(deliveries.dropAt, at)))
      .orderBy(sql`${inArray(deliveries.kind, [...urgentKinds])} desc`, asc(deliveries.dropAt), asc(deliveries.id))
      .limit(limit)
      .for('no key update', { skipLocked: true }),
  );
  const pauseMs = sql`(${sql.param([...pausesMs])}::float8[])[least(${deliveries.attempts} + 1, ${pausesMs.length}::int)]`;
  return db
    .with(due)
    .update(deliveries)
    .set({
      attempts: sql`${deliveries.attempts} + 1`,
      nextAttemptAt: sql`${at.toISOString()}::timestamptz + ${pauseMs} * interval '1 millisecond'`,
    })
    .from(due)
    .where(eq(deliveries.id, due.dueId))
    .returning(getTableColumns(deliveries));
}

export type DeliveryChange = Partial<typeof deliveries.$inferInsert>;

/**
 * Stores the result of an attempt, unless the delivery has ended or another attempt has begun
 * meanwhile. The content is deleted, with its links, when nothing more will be sent.
 */
export async function updateDelivery(
  db: Database,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  change: DeliveryChange,
): Promise<void> {
  const goesOn = change.status === 'queued';
  await db
    .update(deliveries)
    .set(goesOn ? change : { ...change, sealed: null, nextAttemptAt: null })
    .where(and(eq(deliveries.id, id), waits, goesOn ? eq(deliveries.attempts, attempts) : undefined));
}

/** Ends the deliveries whose time is over and that nobody is sending. Returns their number. */
export async function dropLate(
  db: Database,
  { channel, now }: Pick<Claim, 'channel' | 'now'>,
  { status, lastFault }: DeliveryChange,
): Promise<number> {
  const at = new Date(now);
  const { rowCount } = await db
    .update(deliveries)
    .set({
      status,
      lastFault: sql`coalesce(${deliveries.lastFault}, ${lastFault})`,
      sealed: null,
      nextAttemptAt: null,
    })
    .where(and(isWaiting(channel), lte(deliveries.nextAttemptAt, at), lte(deliveries.dropAt, at)));
  return rowCount ?? 0;
}

/** Whether anything of the channel waits, also for a later attempt. */
export const hasWaiting = async (db: Database, channel: AlertChannel): Promise<boolean> =>
  (
    await db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(isWaiting(channel), isNotNull(deliveries.nextAttemptAt)))
      .limit(1)
  ).length > 0;

/** Deliveries of a channel that are due for an attempt, and since when. */
export async function readBacklog(db: Database, channel: AlertChannel, now: number): Promise<Waiting> {
  const [row] = await db
    .select({ waiting: count(), oldest: min(deliveries.nextAttemptAt) })
    .from(deliveries)
    .where(and(isWaiting(channel), lte(deliveries.nextAttemptAt, new Date(now))));
  return row ?? nothingWaits;
}
