import { useSyncExternalStore } from 'react';
import { onStored, readStored, type Stored, type StoredKey } from './stored.ts';

/** Keys whose value is a primitive: React compares snapshots by identity. */
type PrimitiveKey = { [Key in StoredKey]: Stored<Key> extends string | number ? Key : never }[StoredKey];

/** The value stored under a key; null while pages are prerendered. Follows writes of this tab. */
export const useStored = <Key extends PrimitiveKey>(key: Key): Stored<Key> | null =>
  useSyncExternalStore(
    onStored,
    () => readStored(key),
    () => null,
  );
