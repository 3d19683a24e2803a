import { useSyncExternalStore } from 'react';
import { onStored, readStored, type Stored, type StoredKey } from './stored.ts';

/** Keys whose value is one word: React compares what is read by identity. */
type WordKey = { [Key in StoredKey]: Stored<Key> extends string ? Key : never }[StoredKey];

/** What this browser keeps under a key, and null in pages at build. Follows writes of this tab. */
export const useStored = <Key extends WordKey>(key: Key): Stored<Key> | null =>
  useSyncExternalStore(
    onStored,
    () => readStored(key),
    () => null,
  );
