import type { Price } from '#contract/prices.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Platform } from '#server/start/platform.ts';
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

/** Streams take turns, because writing to ten thousand at once delays the last by 130 ms. */
const groupCount = 10;
/**
 * For a fresh price a group waits two turns at most: of 28 pairs one is quoted every 25 ms on
 * average, but in two turns of a hundred none is.
 */
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
export function createPriceBatches({ scheduler: { after }, log }: Platform, periodMs: number): PriceBatches {
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
