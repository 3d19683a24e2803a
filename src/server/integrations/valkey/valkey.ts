import { Redis } from 'ioredis';
import type { FastifyBaseLogger } from 'fastify';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { Component } from '#server/start/component.ts';
import type { ReadinessCheck, ReadinessState } from '#server/http/check-readiness.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';

/** Valkey or Redis, which the processes of the product share. */
export interface Valkey extends Component {
  /** Every command fails at once while there is no connection. */
  readonly commands: Redis;
  isConnected(): boolean;
  readonly readiness: readonly ReadinessCheck[];
  /**
   * Subscribes as soon as there is a connection, and again after each lost one. One subscriber a
   * channel; the returned function unsubscribes.
   */
  subscribe(channel: string, subscriber: Subscriber): () => void;
}

export interface Subscriber {
  /** Nothing published from here on is missed, until the connection is lost. */
  onSubscribed(): void;
  onMessage(text: string): void;
  onLost(): void;
}

interface ValkeyDependencies {
  readonly url: string;
  /** Of this process, without spaces; shown by CLIENT LIST. */
  readonly name: string;
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
}

const connectWithinMs = 2_000;
const answerWithinMs = 2_000;
const maxPauseMs = 1_000;
/** A connection that went silent is noticed within three seconds, because pings are unanswered. */
const pingEveryMs = 1_000;
const silentForMs = 2_000;
/** For readiness: a server that took longer would not serve a request either. */
const readyWithinMs = 1_500;

/**
 * Reconnects for ever with growing pauses. Commands are neither queued nor repeated while there is
 * no connection: what they would say is old by then.
 */
export function createValkey({ url, name, after, log }: ValkeyDependencies): Valkey {
  const open = (purpose: string): Redis => {
    const connection = new Redis(url, {
      connectionName: `${name}-${purpose}`,
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      autoResubscribe: false,
      maxRetriesPerRequest: 0,
      connectTimeout: connectWithinMs,
      commandTimeout: answerWithinMs,
      socketTimeout: silentForMs,
      retryStrategy: (attempt) => Math.min(maxPauseMs, 50 * 2 ** Math.min(attempt, 10)),
    });
    logChanges(connection, purpose, log);
    return connection;
  };
  const commands = open('commands');
  const subscriptions = open('subscriptions');
  const connections = [commands, subscriptions];
  const isConnected = (): boolean => connections.every(isReady);

  /** Asks now: the last answer may be from before the server fell silent. */
  const check = async (): Promise<ReadinessState> => {
    if (!isConnected()) return 'down';
    const late = Promise.withResolvers<ReadinessState>();
    // An answer that arrived while this process was busy is read first.
    const cancel = after(readyWithinMs, () => setImmediate(late.resolve, 'down'));
    const answered = Promise.all(connections.map((connection) => connection.ping()));
    try {
      return await Promise.race([answered.then((): ReadinessState => 'ok'), late.promise]);
    } catch {
      return 'down';
    } finally {
      cancel();
    }
  };

  const subscribers = createSubscribers(subscriptions);
  const pings = repeat({
    everyMs: pingEveryMs,
    task: () => {
      for (const connection of connections) if (isReady(connection)) connection.ping().catch(() => undefined);
    },
    onError: () => undefined,
    after,
  });

  return {
    name: 'valkey',
    commands,
    isConnected,
    readiness: [{ name: 'valkey', check }],
    subscribe: subscribers.add,
    start: () => {
      // A first attempt that fails is logged as any other, and repeated.
      for (const connection of connections) connection.connect().catch(() => undefined);
      pings.start();
    },
    stop: async () => {
      await pings.stop();
      for (const connection of connections) connection.disconnect();
    },
  };
}

const isReady = ({ status }: Redis): boolean => status === 'ready';

/** All channels are subscribed to again by one command. */
function createSubscribers(connection: Redis): { add: Valkey['subscribe'] } {
  const subscribers = new Map<string, Subscriber>();
  let requested = new Set<Subscriber>();
  const subscribe = (entries: readonly (readonly [string, Subscriber])[]): void => {
    if (entries.length === 0) return;
    for (const [, subscriber] of entries) requested.add(subscriber);
    connection.subscribe(...entries.map(([channel]) => channel)).then(
      () => entries.forEach(([channel, one]) => subscribers.get(channel) === one && one.onSubscribed()),
      // A connection that cannot subscribe is replaced.
      () => connection.disconnect(true),
    );
  };
  connection.on('ready', () => subscribe([...subscribers]));
  connection.on('close', () => {
    const lost = requested;
    requested = new Set();
    for (const { onLost } of lost) onLost();
  });
  connection.on('message', (channel: string, text: string) => subscribers.get(channel)?.onMessage(text));
  return {
    add: (channel, subscriber) => {
      subscribers.set(channel, subscriber);
      if (isReady(connection)) subscribe([[channel, subscriber]]);
      return () => {
        subscribers.delete(channel);
        requested.delete(subscriber);
        if (isReady(connection)) connection.unsubscribe(channel).catch(() => undefined);
      };
    },
  };
}

/** Each reason once, until the connection is back. */
function logChanges(connection: Redis, purpose: string, log: ValkeyDependencies['log']): void {
  let lastReason: string | null = null;
  connection.on('error', (error: unknown) => {
    const reason = getErrorMessage(error);
    if (reason !== lastReason) log.warn({ purpose, reason }, 'no connection to Valkey; retrying');
    lastReason = reason;
  });
  connection.on('ready', () => {
    if (lastReason !== null) log.info({ purpose }, 'connected to Valkey again');
    lastReason = null;
  });
}
