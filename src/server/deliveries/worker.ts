import { getErrorMessage } from '#domain/caught-error.ts';
import type { AlertChannel } from '#domain/signals/alert-rule.ts';
import { hourMs, minuteMs, secondMs } from '#domain/time.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { pause } from '#server/jobs/scheduler.ts';
import type { DeliveriesContext } from './deliveries-context.ts';
import {
  claimDue,
  type DeliveryChange,
  type DeliveryRow,
  dropLate,
  hasWaiting,
  openContent,
  type SealedContent,
  updateDelivery,
} from './outbox.ts';

/** The protocol of one channel. */
export interface Channel {
  readonly name: AlertChannel;
  /** How many attempts a process makes at a time. */
  readonly slots: number;
  /** How many all processes together may begin in a second; null: any number. */
  readonly perSecond: number | null;
  /** One attempt. What it throws is a failure. */
  deliver(delivery: DeliveryRow, content: SealedContent): Promise<Attempt>;
}

/** How an attempt ended. */
export type Attempt =
  | { readonly kind: 'sent' }
  /** The recipient no longer exists. */
  | { readonly kind: 'gone'; readonly error: string }
  | { readonly kind: 'failed'; readonly error: string }
  /** The channel asked for a pause of this length, milliseconds. */
  | { readonly kind: 'paused'; readonly forMs: number };

/** A delivery that was due is not attempted if it is late, or was sealed under another SECRET. */
type DeliveryEvent = Attempt | { readonly kind: 'late' | 'unreadable' };

/**
 * Pauses after the attempts; the last one repeats for as long as the content holds. A mail server may
 * greylist. Each is longer than an attempt, so that another process takes over from one that died.
 */
const retryPausesMs: Readonly<Record<AlertChannel, readonly number[]>> = {
  mail: [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs],
  push: [6 * secondMs, 6 * secondMs, 30 * secondMs, 2 * minuteMs],
  telegram: [6 * secondMs, 6 * secondMs, 30 * secondMs, 2 * minuteMs],
};

const late = { status: 'given_up', lastFault: 'it was too late to send it' } as const;

/** From `queued` to `sent`, `refused` (its recipient is gone) or `given_up`, or to the next attempt. */
function toChange(delivery: DeliveryRow, event: DeliveryEvent, now: number): DeliveryChange {
  switch (event.kind) {
    case 'sent':
      return { status: 'sent', sentAt: new Date(now) };
    case 'gone':
      return { status: 'refused', lastFault: event.error };
    case 'failed':
      return { ...waitUntil(delivery, delivery.nextAttemptAt), lastFault: event.error };
    case 'paused':
      // The attempt does not count.
      return { ...waitUntil(delivery, new Date(now + event.forMs)), attempts: delivery.attempts - 1 };
    case 'late':
      return { ...late, lastFault: delivery.lastFault ?? late.lastFault };
    case 'unreadable':
      return { status: 'given_up', lastFault: 'it was sealed under another SECRET' };
  }
}

/** Gives the delivery up if its content no longer holds by then. */
const waitUntil = ({ dropAt }: DeliveryRow, at: Date | null): DeliveryChange =>
  at && at < dropAt ? { status: 'queued', nextAttemptAt: at } : late;

const everyMs = secondMs;
/** An attempt that is under way ends by then, or is repeated by another process. */
const stopWithinMs = 5 * secondMs;

/** Delivers what waits, each channel by itself: one that hangs holds up no other. */
export function deliveryWorker(ctx: DeliveriesContext, channels: readonly Channel[]) {
  const stopping = new AbortController();
  const lanes = channels.map((channel) => {
    const lane = createLane(ctx, channel, stopping.signal);
    const onError = (err: unknown): void =>
      ctx.log.error({ err, channel: channel.name }, 'deliveries could not be read; retrying');
    const repeating = repeat({ everyMs, task: lane.begin, onError, after: ctx.scheduler.after });
    return { ...lane, ...repeating, onError };
  });
  return {
    start: (): void => {
      for (const { start } of lanes) start();
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(lanes.map(({ stop }) => stop()));
      const ended = new AbortController();
      const timeout = pause(ctx.scheduler.after, stopWithinMs, ended.signal);
      await Promise.race([timeout, Promise.all(lanes.map(({ idle }) => idle()))]);
      ended.abort();
    },
    /** Begins what is due, without waiting for the next second. */
    wake: (): void => {
      for (const { begin, onError } of lanes) begin().catch(onError);
    },
    /** Delivers what is due. */
    deliverDue: async (): Promise<void> => {
      await Promise.all(
        lanes.map(async ({ begin, idle }) => {
          await begin();
          await idle();
        }),
      );
    },
  };
}

function createLane(ctx: DeliveriesContext, channel: Channel, stopping: AbortSignal) {
  const { db, clock, log } = ctx;
  const { name, slots } = channel;
  const pausesMs = retryPausesMs[name];
  const running = new Set<Promise<void>>();
  let beginning: Promise<void> | null = null;
  let isWanted = false;

  const begin = async (delivery: DeliveryRow): Promise<void> => {
    try {
      await attempt(ctx, channel, delivery);
    } catch (err) {
      // It is repeated when its next attempt is due.
      log.error({ err, channel: name, delivery: delivery.id }, 'the result of a delivery was not stored');
    }
  };

  const beginDue = async (): Promise<void> => {
    if (!(await hasWaiting(db, name))) return;
    const dropped = await dropLate(db, { channel: name, now: clock.now() }, late);
    if (dropped > 0) log.warn({ channel: name, dropped }, 'deliveries were dropped because they would be late');
    while (!stopping.aborted) {
      if (running.size >= slots) await Promise.race(running);
      const claimed = await claimWithin(ctx, channel, slots - running.size, (limit) =>
        claimDue(db, { channel: name, now: clock.now(), limit, pausesMs }),
      );
      if (claimed.length === 0) return;
      for (const delivery of claimed) {
        const one = begin(delivery).finally(() => running.delete(one));
        running.add(one);
      }
    }
  };

  return {
    /** Resolves when nothing is due that has not begun. */
    begin: (): Promise<void> => {
      isWanted = true;
      const beginWanted = async (): Promise<void> => {
        while (isWanted) {
          isWanted = false;
          await beginDue();
        }
      };
      beginning ??= beginWanted().finally(() => (beginning = null));
      return beginning;
    },
    idle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Each delivery takes one of the permits that all processes share, for a second. */
async function claimWithin(
  { semaphores, scheduler: { after } }: DeliveriesContext,
  { name, perSecond }: Channel,
  free: number,
  claim: (limit: number) => Promise<DeliveryRow[]>,
): Promise<DeliveryRow[]> {
  if (perSecond === null) return claim(free);
  const takeOne = () => semaphores.take({ [`deliveries by ${name}`]: perSecond }, secondMs);
  const taken = (await Promise.all(Array.from({ length: free }, takeOne))).filter((permit) => permit !== null);
  let used = 0;
  try {
    const claimed = taken.length > 0 ? await claim(taken.length) : [];
    used = claimed.length;
    return claimed;
  } finally {
    for (const permit of taken.slice(used)) permit.release();
    for (const permit of taken.slice(0, used)) after(secondMs, permit.release);
  }
}

async function attempt(ctx: DeliveriesContext, channel: Channel, delivery: DeliveryRow): Promise<void> {
  const event = await findEvent(ctx, channel, delivery);
  const change = toChange(delivery, event, ctx.clock.now());
  const { id, userId, kind, attempts } = delivery;
  const named = { delivery: id, userId, channel: channel.name, kind, attempts, error: change.lastFault };
  if (event.kind === 'late') ctx.log.warn(named, 'a delivery was dropped because it would be late');
  else if (change.status === 'given_up') ctx.log.error(named, 'giving up on a delivery');
  else if (event.kind === 'gone') ctx.log.warn(named, 'a recipient is gone; not retrying');
  else if (event.kind === 'failed') ctx.log.warn(named, 'a delivery failed; retrying later');
  await updateDelivery(ctx.db, delivery, change);
}

async function findEvent(ctx: DeliveriesContext, channel: Channel, delivery: DeliveryRow): Promise<DeliveryEvent> {
  const content = await openContent(ctx.config, delivery);
  if (!content) return { kind: 'unreadable' };
  // Checked again, because the delivery may have waited for others.
  if (delivery.dropAt.getTime() <= ctx.clock.now()) return { kind: 'late' };
  const made = await channel.deliver(delivery, content).catch((err: unknown): Attempt => {
    ctx.log.error({ err, channel: channel.name, userId: delivery.userId }, 'a delivery failed unexpectedly');
    return { kind: 'failed', error: getErrorMessage(err) };
  });
  ctx.crashPoint('delivery.after-send');
  return made;
}
