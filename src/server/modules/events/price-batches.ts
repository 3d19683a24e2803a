import type { FastifyBaseLogger } from 'fastify';
import type { Price } from '#contract/signals.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { type EventStream, encodeEvent } from './event-stream.ts';

/**
 * Sends prices to streams, at most one batch per stream and period: of several prices of a pair the
 * latest. A batch leaves when a price arrives, so that it is never older than that price.
 */
export interface PriceBatches extends Repeating {
  add(stream: EventStream): void;
  remove(stream: EventStream): void;
  offer(price: Price): void;
}

interface Needs {
  /** The shortest time between two batches of a stream, real milliseconds. */
  readonly periodMs: number;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Streams take turns, because writing to ten thousand at once delays the last by 130 ms. */
const groupCount = 10;
/** Prices that arrive together leave together. */
const coalesceMs = 5;

interface Group {
  readonly streams: Set<EventStream>;
  /** Number of the newest price that its streams have. */
  sent: number;
  isDue: boolean;
}

interface NumberedPrice {
  readonly price: Price;
  readonly number: number;
  text?: string;
}

export function createPriceBatches({ periodMs, after, log }: Needs): PriceBatches {
  const groups = Array.from({ length: groupCount }, (): Group => ({ streams: new Set(), sent: 0, isDue: true }));
  const groupOf = new Map<EventStream, Group>();
  const prices = new Map<string, NumberedPrice>();
  let newest = 0;
  let isFlushing = false;
  let cancelFlush = (): void => undefined;
  let turn = 0;

  const textOf = (numbered: NumberedPrice): string => (numbered.text ??= encodeEvent('tick', numbered.price, null));

  const send = (group: Group): void => {
    if (group.sent === newest) return;
    if (group.streams.size > 0) {
      const unsent = [...prices.values()].filter(({ number }) => number > group.sent);
      const text = unsent.map(textOf).join('');
      for (const stream of group.streams) stream.send(text, null);
    }
    group.sent = newest;
    group.isDue = false;
  };
  const flush = (): void => {
    isFlushing = false;
    for (const group of groups) if (group.isDue) send(group);
  };
  /** The group whose turn comes waits for the next price, but no longer than until the next turn. */
  const passTurn = (): void => {
    const [waiting, next] = [groups[turn], groups[(turn + 1) % groupCount]];
    turn = (turn + 1) % groupCount;
    if (waiting?.isDue) send(waiting);
    if (next) next.isDue = true;
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
      const group = groupOf.get(stream) ?? smallestOf(groups);
      group.streams.add(stream);
      groupOf.set(stream, group);
    },
    remove: (stream) => {
      groupOf.get(stream)?.streams.delete(stream);
      groupOf.delete(stream);
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

const smallestOf = (groups: readonly Group[]): Group =>
  groups.reduce((smallest, group) => (group.streams.size < smallest.streams.size ? group : smallest));
