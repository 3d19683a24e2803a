import type { Price } from '#contract/prices.ts';
import { getOrCreate } from '#domain/objects.ts';
import type { BusEvent, UserSubscription } from '#server/integrations/bus/bus.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Platform } from '#server/start/platform.ts';
import { type EventStream, encodeEvent } from './event-stream.ts';
import type { UserEventRow } from './user-events.repository.ts';

/** Everything that is sent on streams: an event is encoded once for all its readers. */
export type EventHub = ReturnType<typeof createEventHub>;

export interface OutboxEvent extends UserEventRow {
  /** See BusEvent. */
  readonly previousId: number;
}

const heartbeatMs = 15_000;
const heartbeat = ': still here\n\n';
/** Streams reconnect spread over a few seconds when a server shuts down. */
const retryHint = 'retry: 3000\n\n';

interface Reader {
  readonly streams: Set<EventStream>;
  readonly subscription: UserSubscription;
}

/** `pricePeriodMs`: the shortest time between two batches of prices on a stream, real milliseconds. */
export function createEventHub(platform: Platform, pricePeriodMs: number) {
  const { bus, scheduler, log } = platform;
  const streams = new Set<EventStream>();
  const readers = new Map<string, Reader>();
  const prices = createPriceBatches(platform, pricePeriodMs);
  let checkpoint = '';
  let unsubscribe = (): void => undefined;

  const sendToAll = (text: string): void => {
    for (const stream of streams) stream.send(text, null);
  };
  const passToAll = ({ name, data, id }: BusEvent): void => {
    const text = encodeEvent(name, data, id);
    if (name === 'checkpoint') checkpoint = text;
    sendToAll(text);
  };
  const deliver = ({ name, data, userId, id, previousId }: BusEvent): void => {
    const reader = readers.get(userId ?? '');
    if (!reader) return;
    const text = encodeEvent(name, data, id);
    for (const stream of reader.streams) stream.send(text, id, previousId);
  };
  const getReader = (userId: string): Reader =>
    getOrCreate(readers, userId, () => ({ streams: new Set(), subscription: bus.subscribeUser(userId, deliver) }));
  const leave = (stream: EventStream): void => {
    const reader = readers.get(stream.userId);
    reader?.streams.delete(stream);
    if (!reader || reader.streams.size > 0) return;
    reader.subscription.end();
    readers.delete(stream.userId);
  };

  const onError = (error: unknown): void => log.error({ err: error }, 'heartbeats could not be sent');
  const heartbeats = repeat({
    everyMs: heartbeatMs,
    task: () => sendToAll(heartbeat),
    onError,
    after: scheduler.after,
  });

  return {
    start: (): void => {
      unsubscribe = bus.subscribe(passToAll);
      prices.start();
      heartbeats.start();
    },
    stop: async (): Promise<void> => {
      unsubscribe();
      for (const stream of streams) {
        stream.send(retryHint, null);
        stream.end();
      }
      await Promise.all([prices.stop(), heartbeats.stop()]);
    },
    /**
     * `mayReadPrices`: whether the stream's user has signal access. Resolves once the stream receives
     * the events that any process publishes for its user.
     */
    add: (stream: EventStream, mayReadPrices: boolean): Promise<void> => {
      streams.add(stream);
      if (mayReadPrices) prices.add(stream);
      const reader = getReader(stream.userId);
      reader.streams.add(stream);
      return reader.subscription.ready;
    },
    remove: (stream: EventStream): void => {
      prices.remove(stream);
      if (streams.delete(stream)) leave(stream);
    },
    /**
     * The first message of a new stream, encoded: the newest checkpoint of the record, once this
     * process has received one.
     */
    greeting: (): string => checkpoint,
    /** Prices may be coalesced, the latest wins; results are never sent through here. */
    offerPrice: prices.offer,
    /**
     * An event read from the outbox, in the order of ids, for the streams that have caught up: any
     * other reads the outbox itself.
     */
    catchUp: ({ name, data, userId, id, previousId }: OutboxEvent): void => {
      const text = encodeEvent(name, data, id);
      for (const stream of readers.get(userId)?.streams ?? [])
        if (stream.position() !== null) stream.send(text, id, previousId);
    },
    /** Whether a stream lacks an event from before one that it was offered. */
    isBehind: (): boolean => [...streams].some((stream) => stream.isBehind()),
    /** The users whose streams have caught up, and up to which event each has all of them. */
    positions: (): ReadonlyMap<string, number> =>
      new Map([...readers].flatMap(([userId, reader]) => getPosition(userId, reader))),
    /** Whether the user has a stream in this process. */
    hasStreams: (userId: string): boolean => readers.has(userId),
    /** Streams that are open in this process. */
    streamCount: (): number => streams.size,
    /** The login sessions of all streams in this process. */
    sessionIds: (): ReadonlySet<string> => new Set([...streams].map(({ sessionId }) => sessionId)),
    /** Takes effect immediately; users that are not in the map are unchanged. */
    updatePriceAccess: (mayReadPrices: ReadonlyMap<string, boolean>): void => {
      for (const stream of streams) {
        const may = mayReadPrices.get(stream.userId);
        if (may === true) prices.add(stream);
        if (may === false) prices.remove(stream);
      }
    },
    endSession: (sessionId: string): void => {
      for (const stream of streams) if (stream.sessionId === sessionId) stream.end();
    },
  };
}

function getPosition(userId: string, { streams }: Reader): [string, number][] {
  const positions = [...streams].map((stream) => stream.position()).filter((position) => position !== null);
  return positions.length === 0 ? [] : [[userId, Math.min(...positions)]];
}

/**
 * Sends prices to streams, at most one batch per stream and period: of several prices of a pair the
 * latest. A batch leaves when a price arrives, so that it is never older than that price.
 */
interface PriceBatches extends Repeating {
  add(stream: EventStream): void;
  remove(stream: EventStream): void;
  offer(price: Price): void;
}

/** Streams take turns, because writing to ten thousand at once delays the last by 130 ms. */
const groupCount = 10;
/** A group waits two turns at most for a fresh price: 28 pairs are quoted every 25 ms on average. */
const maxTurnsWaited = 2;
/** Prices that arrive together leave together. */
const coalesceMs = 5;

interface Group {
  readonly streams: Set<EventStream>;
  /** Number of the newest price that its streams have. */
  sent: number;
  isDue: boolean;
  /** How many turns have passed since it was due. */
  turnsWaited: number;
}

interface NumberedPrice {
  readonly price: Price;
  readonly number: number;
  text?: string;
}

/** `periodMs`: between two batches of a stream, real milliseconds; a fifth less after one that waited for a price. */
function createPriceBatches({ scheduler: { after }, log }: Platform, periodMs: number): PriceBatches {
  const groups = Array.from(
    { length: groupCount },
    (): Group => ({ streams: new Set(), sent: 0, isDue: true, turnsWaited: 0 }),
  );
  const groupsByStream = new Map<EventStream, Group>();
  const prices = new Map<string, NumberedPrice>();
  let newest = 0;
  let isFlushing = false;
  let cancelFlush = (): void => undefined;
  let turn = 0;

  const toText = (numbered: NumberedPrice): string => (numbered.text ??= encodeEvent('tick', numbered.price, null));

  const send = (group: Group): void => {
    if (group.sent === newest) return;
    if (group.streams.size > 0) {
      const unsent = [...prices.values()].filter(({ number }) => number > group.sent);
      const text = unsent.map(toText).join('');
      for (const stream of group.streams) stream.send(text, null);
    }
    group.sent = newest;
    group.isDue = false;
  };
  const flush = (): void => {
    isFlushing = false;
    for (const group of groups) if (group.isDue) send(group);
  };
  /** The group whose turn comes waits for the next price. */
  const passTurn = (): void => {
    for (const group of groups) if (group.isDue && ++group.turnsWaited >= maxTurnsWaited) send(group);
    turn = (turn + 1) % groupCount;
    const next = groups[turn];
    if (next) Object.assign(next, { isDue: true, turnsWaited: 0 });
  };

  const onError = (error: unknown): void => log.error({ err: error }, 'prices could not be sent');
  const turns = repeat({ everyMs: periodMs / groupCount, task: passTurn, onError, after });

  return {
    start: turns.start,
    stop: async () => {
      cancelFlush();
      await turns.stop();
    },
    add: (stream) => {
      const group = groupsByStream.get(stream) ?? findSmallest(groups);
      group.streams.add(stream);
      groupsByStream.set(stream, group);
    },
    remove: (stream) => {
      groupsByStream.get(stream)?.streams.delete(stream);
      groupsByStream.delete(stream);
    },
    offer: (price) => {
      newest += 1;
      // In the order of time: the newest is the last of a batch.
      prices.delete(price.symbol);
      prices.set(price.symbol, { price, number: newest });
      if (isFlushing || !groups.some(({ isDue }) => isDue)) return;
      isFlushing = true;
      cancelFlush = after(coalesceMs, flush);
    },
  };
}

const findSmallest = (groups: readonly Group[]): Group =>
  groups.reduce((smallest, group) => (group.streams.size < smallest.streams.size ? group : smallest));
