import type { FastifyBaseLogger } from 'fastify';
import type { EventName } from '#contract/event-names.ts';
import type { Price } from '#contract/signals.ts';
import type { Bus, BusEvent } from '#server/integrations/bus/bus.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { type EventStream, encodeEvent } from './event-stream.ts';

/** Everything that is sent on streams: an event is encoded once for all its readers. */
export interface EventHub {
  start(): void;
  stop(): Promise<void>;
  /** `mayReadPrices`: whether the stream's user has signal access. */
  add(stream: EventStream, mayReadPrices: boolean): void;
  remove(stream: EventStream): void;
  countOf(owner: { userId: string } | { address: string }): number;
  /** Prices may be coalesced, the latest wins; results are never sent through here. */
  offerPrice(price: Price): void;
  /** All users with a stream in this process. */
  userIds(): ReadonlySet<string>;
  /** Takes effect immediately; users that are not in the map are unchanged. */
  updatePriceAccess(mayReadPrices: ReadonlyMap<string, boolean>): void;
  /**
   * The first message of a new stream, encoded: the newest checkpoint of the record, once this
   * process has received one.
   */
  greeting(): string;
  endSession(sessionId: string): void;
}

interface Needs {
  readonly bus: Bus;
  /** How often the newest price of each pair is sent, real milliseconds. */
  readonly pricePeriodMs: number;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const heartbeatMs = 15_000;
const heartbeat = ': still here\n\n';
/** Streams reconnect spread over a few seconds when a server shuts down. */
const retryHint = 'retry: 3000\n\n';

export function createEventHub({ bus, pricePeriodMs, after, log }: Needs): EventHub {
  const streams = new Set<EventStream>();
  /**
   * Number of streams per user and per address: updated on connect and disconnect, never by
   * scanning all.
   */
  const counts = new Map<string, number>();
  const count = (stream: EventStream, change: 1 | -1): void => {
    for (const key of [`user ${stream.userId}`, `address ${stream.address}`]) {
      const now = (counts.get(key) ?? 0) + change;
      if (now > 0) counts.set(key, now);
      else counts.delete(key);
    }
  };
  const priceReaders = new Set<EventStream>();
  const prices = new Map<string, Price>();
  let checkpoint = '';
  let unsubscribe = (): void => undefined;

  const sendToAll = (text: string): void => {
    for (const stream of streams) stream.send(text, null);
  };
  const pass = ({ name, data, userId, id }: BusEvent<EventName>): void => {
    const text = encodeEvent(name, data, id);
    if (name === 'checkpoint') checkpoint = text;
    for (const stream of streams) if (userId === null || stream.userId === userId) stream.send(text, id);
  };
  const sendPrices = (): void => {
    if (prices.size === 0) return;
    const text = [...prices.values()].map((price) => encodeEvent('tick', price, null)).join('');
    prices.clear();
    for (const stream of priceReaders) stream.send(text, null);
  };

  const onError = (error: unknown): void => log.error({ err: error }, 'prices or heartbeats could not be sent');
  const periodic = [
    repeat({ everyMs: pricePeriodMs, task: sendPrices, onError, after }),
    repeat({ everyMs: heartbeatMs, task: () => sendToAll(heartbeat), onError, after }),
  ];

  return {
    start: () => {
      unsubscribe = bus.subscribe(pass);
      for (const one of periodic) one.start();
    },
    stop: async () => {
      unsubscribe();
      for (const stream of streams) {
        stream.send(retryHint, null);
        stream.end();
      }
      await Promise.all(periodic.map((one) => one.stop()));
    },
    add: (stream, mayReadPrices) => {
      streams.add(stream);
      if (mayReadPrices) priceReaders.add(stream);
      count(stream, 1);
    },
    remove: (stream) => {
      priceReaders.delete(stream);
      if (streams.delete(stream)) count(stream, -1);
    },
    countOf: (owner) => counts.get('userId' in owner ? `user ${owner.userId}` : `address ${owner.address}`) ?? 0,
    greeting: () => checkpoint,
    offerPrice: (price) => prices.set(price.symbol, price),
    userIds: () => new Set([...streams].map(({ userId }) => userId)),
    updatePriceAccess: (mayReadPrices) => {
      for (const stream of streams) {
        const may = mayReadPrices.get(stream.userId);
        if (may === true) priceReaders.add(stream);
        if (may === false) priceReaders.delete(stream);
      }
    },
    endSession: (sessionId) => {
      for (const stream of streams) if (stream.sessionId === sessionId) stream.end();
    },
  };
}
