import type { Valkey } from '../valkey/valkey.ts';
import type { Cache } from './cache.ts';

const getKey = (key: string): string => `kurs:cache:${key}`;

export const createValkeyCache = ({ commands }: Pick<Valkey, 'commands'>): Cache => ({
  get: (key) => commands.get(getKey(key)).catch(() => null),
  set: async (key, text, lifetimeMs) => {
    await commands.set(getKey(key), text, 'PX', lifetimeMs).catch(() => undefined);
  },
});
