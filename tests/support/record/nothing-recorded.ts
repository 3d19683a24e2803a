import type { RecordApi } from '#server/modules/record/record.api.ts';

/** The record of a replay, of which nothing is stated. */
export const nothingRecorded: RecordApi = {
  readMarketState: async () => 'replay',
  createGenesis: () => {
    throw new Error('a replay has no record');
  },
  readGenesis: async () => null,
  readVersions: async () => new Map(),
  readDecidedUntil: async () => null,
  isMinuteStated: async () => true,
  readStatedMinutes: async () => ({ minutes: [], getHighest: () => [] }),
  readModel: async () => ({ figures: null, flag: null }),
  readState: async () => ({ state: 'replay', size: 0, checkpoint: null, witnesses: [] }),
  readProofs: async () => new Map(),
};
