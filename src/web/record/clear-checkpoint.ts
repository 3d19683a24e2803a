import { writeStored } from '../storage/stored.ts';

/** From here on the checkpoint that is there counts: somebody has read the warning and begins anew. */
export function clearCheckpoint(): void {
  writeStored('record-checkpoint', null);
  writeStored('record-contradiction', null);
}
