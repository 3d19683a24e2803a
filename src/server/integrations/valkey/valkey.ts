import { Redis } from 'ioredis';
import type { FastifyBaseLogger } from 'fastify';
import { messageOf } from '#domain/read-error.ts';
import type { Component } from '#server/component.ts';
import type { ReadinessCheck } from '#server/http/check-readiness.ts';

/** Valkey or Redis, which the processes of the product share. */
export interface Valkey extends Component {
  /** Every command fails at once while there is no connection. */
  readonly commands: Redis;
  isConnected(): boolean;
  readonly readiness: readonly ReadinessCheck[];
  /** Subscribes as soon as there is a connection, and again after each lost one. */
  subscribe(channel: string, subscriber: Subscriber): void;
}

export interface Subscriber {
  /** Nothing published from here on is missed, until the connection is lost. */
  onSubscribed(): void;
  onMessage(text: string): void;
  onLost(): void;
}

interface Needs {
  readonly url: string;
  /** Of this process, without spaces; shown by CLIENT LIST. */
  readonly name: string;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

const connectWithinMs = 2_000;
const answerWithinMs = 2_000;
const maxPauseMs = 1_000;

/**
 * Reconnects for ever with growing pauses. Commands are neither queued nor repeated while there is
 * no connection: what they would say is old by then.
 */
export function createValkey({ url, name, log }: Needs): Valkey {
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
      retryStrategy: (attempt) => Math.min(maxPauseMs, 50 * 2 ** Math.min(attempt, 10)),
    });
    logChanges(connection, purpose, log);
    return connection;
  };
  const commands = open('commands');
  const subscriptions = open('subscriptions');
  const connections = [commands, subscriptions];
  const isConnected = (): boolean => connections.every(({ status }) => status === 'ready');

  return {
    name: 'valkey',
    commands,
    isConnected,
    readiness: [{ name: 'valkey', check: () => (isConnected() ? 'ok' : 'down') }],
    subscribe: (channel, { onSubscribed, onMessage, onLost }) => {
      let isSubscribed = false;
      const subscribe = (): void => {
        subscriptions.subscribe(channel).then(
          () => {
            isSubscribed = true;
            onSubscribed();
          },
          // A connection that cannot subscribe is replaced.
          () => subscriptions.disconnect(true),
        );
      };
      subscriptions.on('ready', subscribe);
      subscriptions.on('close', () => {
        if (isSubscribed) onLost();
        isSubscribed = false;
      });
      subscriptions.on('message', (from: string, text: string) => {
        if (from === channel) onMessage(text);
      });
      if (subscriptions.status === 'ready') subscribe();
    },
    start: () => {
      // A first attempt that fails is logged as any other, and repeated.
      for (const connection of connections) connection.connect().catch(() => undefined);
    },
    stop: () => {
      for (const connection of connections) connection.disconnect();
    },
  };
}

/** Each reason once, until the connection is back. */
function logChanges(connection: Redis, purpose: string, log: Needs['log']): void {
  let lastReason: string | null = null;
  connection.on('error', (error: unknown) => {
    const reason = messageOf(error);
    if (reason !== lastReason) log.warn({ purpose, reason }, 'no connection to Valkey; retrying');
    lastReason = reason;
  });
  connection.on('ready', () => {
    if (lastReason !== null) log.info({ purpose }, 'connected to Valkey again');
    lastReason = null;
  });
}
