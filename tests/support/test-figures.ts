import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Clock } from '#domain/clock.ts';
import type { ModelCard } from '#domain/signals/model-card.ts';
import type { Database } from '#server/database/connection.ts';
import { createCountRecord } from '#server/modules/record/figures/count-record.ts';
import { createReadModelFigures } from '#server/modules/record/figures/read-model-figures.ts';
import { createReadSumsAt } from '#server/modules/record/figures/read-sums-at.ts';
import { createReadRecordSums } from '#server/modules/record/figures/read-record-sums.ts';
import type { ReadModelFigures } from '#server/modules/record/record.api.ts';

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
export const createTestFigures = ({
  db,
  clock,
  feed = 'simulated:1',
  cards = new Map(),
}: TestFiguresDependencies): ReadModelFigures =>
  createReadModelFigures({
    readCalibrations: async () => new Map(),
    db,
    sums: createReadRecordSums({ db, feed }),
    countRecord: () => countAll(db),
    readSumsAt: createReadSumsAt({ db, countRecord: () => countAll(db), clock }),
    payout: 0.82,
    feed,
    cards,
    clock,
  });
