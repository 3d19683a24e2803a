import { getOrCreate } from '#domain/objects.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Valkey } from '../valkey/valkey.ts';
import {
  type Bus,
  type BusEvent,
  type NoticeName,
  type Notices,
  type UserSubscription,
  createInProcessBus,
} from './bus.ts';

interface NoticeMessage {
  readonly name: NoticeName;
  readonly data: Notices[NoticeName];
}
type Message =
  | { readonly from: string; readonly event: BusEvent }
  | { readonly from: string; readonly notice: NoticeMessage };

const everyone = 'kurs:bus';
const getChannel = (userId: string | null): string => (userId === null ? everyone : `${everyone}:${userId}`);

/** Between processes, by publish and subscribe of Valkey or Redis. */
export function createValkeyBus(valkey: Valkey, log: FastifyBaseLogger): Bus {
  const self = randomUUID();
  const local = createInProcessBus();
  const users = createUserChannels(valkey, (text) => receive(text));
  const returnListeners: (() => void)[] = [];
  let isSubscribed = false;

  const send = (channel: string, message: Message): void => {
    // Events published while Valkey is away are read from the database afterwards.
    valkey.commands.publish(channel, JSON.stringify(message)).catch((err: unknown) => log.debug({ err }, 'not sent'));
  };
  const receive = (text: string): void => {
    const message: Message = JSON.parse(text);
    if (message.from === self) return;
    if ('event' in message) local.publish(message.event);
    else local.notify(message.notice.name, message.notice.data);
  };

  valkey.subscribe(everyone, {
    onSubscribed: () => {
      isSubscribed = true;
      for (const listener of returnListeners) listener();
    },
    onMessage: receive,
    onLost: () => (isSubscribed = false),
  });

  return {
    publish: (event) => {
      local.publish(event);
      send(getChannel(event.userId), { from: self, event });
    },
    subscribe: local.subscribe,
    subscribeUser: (userId, listener) => {
      const own = local.subscribeUser(userId, listener);
      const channel = users.enter(userId);
      return {
        ready: channel.ready,
        end: () => {
          own.end();
          channel.end();
        },
      };
    },
    notify: (name, data) => {
      local.notify(name, data);
      send(everyone, { from: self, notice: { name, data } });
    },
    onNotice: local.onNotice,
    isUp: () => isSubscribed && valkey.isConnected(),
    onReturn: (listener) => void returnListeners.push(listener),
  };
}

/** One subscription for each user, however many listeners. */
function createUserChannels({ isConnected, subscribe }: Valkey, onMessage: (text: string) => void) {
  const channels = new Map<string, { count: number; readonly ready: Promise<void>; readonly end: () => void }>();
  const open = (userId: string) => {
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    if (!isConnected()) resolve();
    const end = subscribe(getChannel(userId), { onSubscribed: resolve, onMessage, onLost: resolve });
    return { count: 0, ready, end };
  };
  return {
    enter: (userId: string): UserSubscription => {
      const channel = getOrCreate(channels, userId, () => open(userId));
      channel.count += 1;
      const leave = (): void => {
        channel.count -= 1;
        if (channel.count > 0) return;
        channel.end();
        channels.delete(userId);
      };
      return { ready: channel.ready, end: leave };
    },
  };
}
