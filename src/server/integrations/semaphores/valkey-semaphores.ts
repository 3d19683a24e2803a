import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Component } from '#server/start/component.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { Valkey } from '../valkey/valkey.ts';
import { createLocalSemaphores, type SemaphoreLimits, type Semaphores } from './semaphores.ts';

/** The permits of a killed process are free again after this. */
const lifetimeMs = 30_000;
const renewEveryMs = 10_000;
/** Keys renewed by one command, so that it blocks no other for long. */
const renewedAtOnce = 500;

const now = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** KEYS: to be counted. ARGV: id of the permit, lifetime, then the limit of each key. */
const takeScript = `${now}
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) >= tonumber(ARGV[i + 2]) then return 0 end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end
return 1`;

/** KEYS: one for each permit and key. ARGV: lifetime, then the id of each permit. */
const renewScript = `${now}
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[i + 1])
  redis.call('PEXPIRE', key, ARGV[1])
end`;

const getKey = (key: string): string => `kurs:semaphores:${key}`;

/**
 * Counts in sorted sets of Valkey, by the instant at which each permit ends if it is not renewed.
 * While Valkey is away, each process counts its own.
 */
export function createValkeySemaphores(
  { commands }: Valkey,
  { after }: Scheduler,
  log: FastifyBaseLogger,
): Semaphores & Component {
  const local = createLocalSemaphores();
  /** Those that are renewed. */
  const held = new Map<string, readonly string[]>();

  const isFull = async (id: string, limits: SemaphoreLimits, forMs: number): Promise<boolean> => {
    const counted = Object.entries(limits).filter(([, max]) => Number.isFinite(max));
    const keys = counted.map(([key]) => getKey(key));
    if (keys.length === 0) return false;
    const maxima = counted.map(([, max]) => max);
    try {
      return (await commands.eval(takeScript, keys.length, ...keys, id, forMs, ...maxima)) === 0;
    } catch (error) {
      log.debug({ err: error }, 'a permit could not be counted in Valkey');
      return false;
    }
  };
  const free = (id: string, keys: readonly string[]): void => {
    held.delete(id);
    // A permit that could not be released ends with its lifetime.
    for (const key of keys) commands.zrem(key, id).catch(() => undefined);
  };
  const renew = async (): Promise<void> => {
    const pairs = [...held].flatMap(([id, keys]) => keys.map((key) => ({ id, key })));
    for (let i = 0; i < pairs.length; i += renewedAtOnce) {
      const some = pairs.slice(i, i + renewedAtOnce);
      const keys = some.map(({ key }) => key);
      await commands.eval(renewScript, keys.length, ...keys, lifetimeMs, ...some.map(({ id }) => id));
    }
  };
  const onError = (error: unknown): void => log.debug({ err: error }, 'permits could not be renewed in Valkey');
  const renewing = repeat({ everyMs: renewEveryMs, task: renew, onError, after });

  return {
    name: 'semaphores',
    start: renewing.start,
    stop: renewing.stop,
    take: async (limits, forMs) => {
      const own = await local.take(limits);
      if (!own) return null;
      const id = randomUUID();
      if (await isFull(id, limits, forMs ?? lifetimeMs)) {
        own.release();
        return null;
      }
      const keys = Object.keys(limits).map(getKey);
      if (forMs === undefined) held.set(id, keys);
      return {
        release: () => {
          own.release();
          free(id, keys);
        },
      };
    },
  };
}
