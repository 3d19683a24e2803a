import type { EventName } from '#contract/events.ts';
import type { Price } from '#contract/signals.ts';
import type { Bus, BusEvent } from '#server/integrations/bus/bus.ts';
import { type EventStream, encodeEvent } from './event-stream.ts';

/** Everything that goes out on streams: an event is encoded once, whoever reads it. */
export interface EventHub {
  start(): void;
  stop(): void;
  add(stream: EventStream): void;
  remove(stream: EventStream): void;
  countOf(isCounted: (stream: EventStream) => boolean): number;
  /** Prices may be coalesced, the latest wins; results never pass through here. */
  offerPrice(price: Price): void;
  endSession(sessionId: string): void;
}

const heartbeatMs = 15_000;
const heartbeat = ': still here\n\n';
/** Streams come back spread over a few seconds when a server goes away. */
const farewell = 'retry: 3000\n\n';

/** `pricePeriodMs`: how often the newest price of each pair goes out, real milliseconds. */
export function createEventHub(bus: Bus, pricePeriodMs: number): EventHub {
  const streams = new Set<EventStream>();
  const prices = new Map<string, Price>();
  let timers: NodeJS.Timeout[] = [];
  let unsubscribe = (): void => undefined;

  const sendToAll = (text: string): void => {
    for (const stream of streams) stream.send(text, null);
  };
  const pass = ({ name, data, userId, id }: BusEvent<EventName>): void => {
    const text = encodeEvent(name, data, id);
    for (const stream of streams) if (userId === null || stream.userId === userId) stream.send(text, id);
  };
  const sendPrices = (): void => {
    if (prices.size === 0) return;
    const text = [...prices.values()].map((price) => encodeEvent('tick', price, null)).join('');
    prices.clear();
    sendToAll(text);
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
    add: (stream) => streams.add(stream),
    remove: (stream) => streams.delete(stream),
    countOf: (isCounted) => [...streams].filter(isCounted).length,
    offerPrice: (price) => prices.set(price.symbol, price),
    endSession: (sessionId) => {
      for (const stream of streams) if (stream.sessionId === sessionId) stream.end();
    },
  };
}
