import type { Valkey } from '../valkey/valkey.ts';

/** The port: texts that processes share for a while. One that cannot be read is not there. */
export interface Cache {
  get(key: string): Promise<string | null>;
  set(key: string, text: string, lifetimeMs: number): Promise<void>;
}

/** A single process has its own caches. */
export const noCache: Cache = { get: async () => null, set: async () => undefined };

const getKey = (key: string): string => `kurs:cache:${key}`;

export const createValkeyCache = ({ commands }: Pick<Valkey, 'commands'>): Cache => ({
  get: (key) => commands.get(getKey(key)).catch(() => null),
  set: async (key, text, lifetimeMs) => {
    await commands.set(getKey(key), text, 'PX', lifetimeMs).catch(() => undefined);
  },
});
