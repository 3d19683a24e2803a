import type { z } from 'zod';
import type { RecordKeys } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { findBrokenHandover, keysForSize } from '#record/record-handover.ts';
import { isApiError } from '../../api/api-error.ts';
import { getPublic } from '../../api/request.ts';
import { isSignedBy } from './crypto.ts';

interface Signed {
  readonly key: string;
  readonly size: number;
}

/**
 * Whether both checkpoints carry the key of their size, and each key was handed over to the next.
 * Null: the server did not respond.
 */
export async function isHandedOver(known: Signed, found: Signed): Promise<boolean | null> {
  try {
    const keys = await getPublic<z.infer<typeof RecordKeys>>(recordPaths.keys);
    const isKeyForSize = ({ key, size }: Signed) => keysForSize(keys, size).some(({ vkey }) => vkey === key);
    return isKeyForSize(known) && isKeyForSize(found) && findBrokenHandover(keys, isSignedBy) === null;
  } catch (error) {
    return isApiError(error, 'not_found') ? false : null;
  }
}
