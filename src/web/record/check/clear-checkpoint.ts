import { writeStored } from '../../storage/stored.ts';

/** Accepts the current checkpoint as the new baseline, after the user has read the warning. */
export function clearCheckpoint(): void {
  writeStored('record-checkpoint', null);
  writeStored('record-contradiction', null);
  writeStored('record-unproven', null);
}
