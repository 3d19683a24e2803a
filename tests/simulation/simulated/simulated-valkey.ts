import type { Subscriber, Valkey } from '#server/integrations/valkey/valkey.ts';
import type { ProcessState } from '../process-state.ts';
import type { World } from '../world.ts';

/** The server that the processes share, and their connections to it. */
export interface SimulatedValkey {
  connect(process: ProcessState): Valkey;
  /** Cuts the connections of these processes until `until`. */
  cut(isCut: (process: ProcessState) => boolean, until: number): void;
}

interface Link {
  readonly process: ProcessState;
  readonly subscribers: Map<string, Subscriber>;
  cutUntil: number;
  /** Messages of a connection arrive in order. */
  arrivesAt: number;
}

export function createSimulatedValkey(world: World, chance: () => number): SimulatedValkey {
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const links: Link[] = [];

  const isUp = (link: Link): boolean => link.process.isAlive && link.cutUntil <= world.now();
  const soon = (link: Link): number => {
    link.arrivesAt = Math.max(link.arrivesAt, world.now() + 1 + Math.floor(30 * chance()), link.process.pausedUntil);
    return link.arrivesAt;
  };
  const publish = (channel: string, text: string): void => {
    for (const link of links.filter(isUp)) {
      const subscriber = link.subscribers.get(channel);
      if (subscriber) world.at(soon(link), () => isUp(link) && subscriber.onMessage(text));
    }
  };
  /** The answer to a command, which a lost connection loses. */
  const answer = <T>(link: Link, command: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      if (!isUp(link)) return reject(new Error('Connection is closed.'));
      world.at(soon(link), () => {
        if (!link.process.isAlive) return;
        if (isUp(link)) resolve(command());
        else reject(new Error('Connection is closed.'));
      });
    });

  const createCommands = (link: Link) => ({
    publish: (channel: string, text: string) => answer(link, () => publish(channel, text)),
    get: (key: string) => answer(link, () => values.get(key) ?? null),
    lrange: (key: string) => answer(link, () => [...(lists.get(key) ?? [])]),
    pipeline: () => createPipeline(link),
  });

  const createPipeline = (link: Link) => {
    const steps: (() => void)[] = [];
    const chain = {
      del: (key: string) => add(() => lists.delete(key)),
      rpush: (key: string, ...more: string[]) => add(() => lists.set(key, [...(lists.get(key) ?? []), ...more])),
      ltrim: (key: string, from: number) => add(() => lists.set(key, (lists.get(key) ?? []).slice(from))),
      expire: () => chain,
      set: (key: string, value: string) => add(() => values.set(key, value)),
      publish: (channel: string, text: string) => add(() => publish(channel, text)),
      exec: () =>
        answer(link, () => {
          for (const step of steps) step();
          return steps.map(() => [null, 'OK']);
        }),
    };
    const add = (step: () => void) => {
      steps.push(step);
      return chain;
    };
    return chain;
  };

  const subscribeAt = (link: Link, channel: string, subscriber: Subscriber): void => {
    world.at(soon(link), () => {
      if (isUp(link) && link.subscribers.get(channel) === subscriber) subscriber.onSubscribed();
    });
  };

  return {
    connect: (process) => {
      const link: Link = { process, subscribers: new Map(), cutUntil: 0, arrivesAt: 0 };
      links.push(link);
      return {
        name: 'Valkey',
        start: () => undefined,
        stop: () => undefined,
        readiness: [],
        commands: createCommands(link) as unknown as Valkey['commands'],
        isConnected: () => isUp(link),
        subscribe: (channel, subscriber) => {
          link.subscribers.set(channel, subscriber);
          if (isUp(link)) subscribeAt(link, channel, subscriber);
          return () => void link.subscribers.delete(channel);
        },
      };
    },
    cut: (isCut, until) => {
      for (const link of links.filter((one) => isCut(one.process) && isUp(one))) {
        link.cutUntil = until;
        for (const { onLost } of link.subscribers.values()) onLost();
        world.at(until, () => {
          if (!isUp(link)) return;
          for (const [channel, subscriber] of link.subscribers) subscribeAt(link, channel, subscriber);
        });
      }
    },
  };
}
