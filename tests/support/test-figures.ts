import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Clock } from '#domain/time.ts';
import type { ModelCard } from '#domain/signals/model-card.ts';
import type { Database } from '#server/database/connection.ts';
import { createCountRecord } from '#server/modules/record/figures/count-record.ts';
import { createReadModelFigures } from '#server/modules/record/figures/read-model-figures.ts';
import { createReadRecordSums } from '#server/modules/record/figures/read-record-sums.ts';
import type { ModelFigures, ModelsQuery } from '#contract/record/record.ts';
import type { z } from 'zod';

interface TestFiguresDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly feed?: string;
  readonly cards?: ReadonlyMap<AiModelKey, { readonly version: string; readonly card: ModelCard | null }>;
}

/** Counts all existing leaves. */
export async function countAll(db: Database): Promise<false> {
  const countRecord = createCountRecord({ db });
  while (await countRecord());
  return false;
}

/** The figures of all leaves that exist at each call. */
export function createTestFigures({ db, clock, feed = 'simulated:1', cards = new Map() }: TestFiguresDependencies) {
  const read = createReadModelFigures({
    readCalibrations: async () => new Map(),
    db,
    sums: createReadRecordSums({ db, feed }),
    countRecord: () => countAll(db),
    payout: 0.82,
    feed,
    cards,
    clock,
  });
  return async (query: z.infer<typeof ModelsQuery>): Promise<ModelFigures[]> => (await read(query)).models;
}
