import type { EventName } from '#contract/event-names.ts';
import type { Price } from '#contract/signals.ts';
import type { Bus, BusEvent } from '#server/integrations/bus/bus.ts';
import { type EventStream, encodeEvent } from './event-stream.ts';

/** Everything that goes out on streams: an event is encoded once, whoever reads it. */
export interface EventHub {
  start(): void;
  stop(): void;
  /** `mayReadPrices`: whether its user has signal access. */
  add(stream: EventStream, mayReadPrices: boolean): void;
  remove(stream: EventStream): void;
  countOf(owner: { userId: string } | { address: string }): number;
  /** Prices may be coalesced, the latest wins; results never pass through here. */
  offerPrice(price: Price): void;
  /** Everybody who has a stream here. */
  userIds(): ReadonlySet<string>;
  /** From now on; users that are not named keep what they had. */
  updatePriceAccess(mayReadPrices: ReadonlyMap<string, boolean>): void;
  /** What a new stream is told first, encoded: the newest checkpoint of the record, once this process has heard of one. */
  greeting(): string;
  endSession(sessionId: string): void;
}

const heartbeatMs = 15_000;
const heartbeat = ': still here\n\n';
/** Streams come back spread over a few seconds when a server goes away. */
const farewell = 'retry: 3000\n\n';

/** `pricePeriodMs`: how often the newest price of each pair goes out, real milliseconds. */
export function createEventHub(bus: Bus, pricePeriodMs: number): EventHub {
  const streams = new Set<EventStream>();
  /** How many streams each user and each address has: counted as they come and go, never by looking at all. */
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
  let timers: NodeJS.Timeout[] = [];
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

  return {
    start: () => {
      unsubscribe = bus.subscribe(pass);
      timers = [setInterval(sendPrices, pricePeriodMs), setInterval(() => sendToAll(heartbeat), heartbeatMs)];
    },
    stop: () => {
      unsubscribe();
      timers.forEach(clearInterval);
      for (const stream of streams) {
        stream.send(farewell, null);
        stream.end();
      }
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
