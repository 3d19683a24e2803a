import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createRecord, type RecordDependencies, type RecordUseCases } from './create-record.ts';
import { copyModelFiles } from './publish/export-bars.ts';
import { exportHourly } from './publish/export-days.ts';
import { recordBarsRoutes, recordRoutes } from './publish/record.routes.ts';
import { recordViewsRoutes } from './publish/record-views.routes.ts';
import { tileRoutes } from './publish/tile.routes.ts';
import type { RecordApi } from './record.api.ts';

/** The public record: key, checkpoints, proofs, figures, files. */
export async function createRecordModule(dependencies: RecordDependencies): Promise<ServerModule<RecordApi>> {
  const { scheduler, log } = dependencies.platform;
  const record = await createRecord(dependencies);
  const { signing, cosigning, published, exportDays, exportBars } = record;
  const { folder, checkpoints } = signing;
  const counting = countBySecond(dependencies.platform, record);
  const exporting = exportHourly({ exportDays, exportBars, after: scheduler.after, log });
  return {
    routes: [recordRoutes(published), recordBarsRoutes(published), tileRoutes(published), recordViewsRoutes(published)],
    api: record.api,
    components: [
      {
        name: 'record',
        duty: 'lead',
        phase: 'after engine',
        start: () => {
          checkpoints.start();
          cosigning.start();
        },
        stop: async () => void (await Promise.all([signing.stop(), cosigning.stop()])),
      },
      {
        name: 'figures and files of the record',
        duty: 'lead',
        phase: 'after engine',
        start: async () => {
          await copyModelFiles(folder, dependencies.adapters.models.metadata);
          counting.start();
          exporting.start();
        },
        stop: async () => void (await Promise.all([exporting.stop(), counting.stop()])),
      },
    ],
    readiness: [{ name: 'record', check: async () => (checkpoints.isSigning() ? 'ok' : 'degraded') }],
  };
}

const countEveryMs = 1_000;

/**
 * Counts all existing leaves once a second, so that readers of figures wait only for the newest
 * ones.
 */
const countBySecond = (
  { scheduler, log }: Pick<Platform, 'scheduler' | 'log'>,
  { countRecord, countProofs }: Pick<RecordUseCases, 'countRecord' | 'countProofs'>,
): Repeating =>
  repeat({
    firstAfterMs: 0,
    everyMs: countEveryMs,
    task: async (stopping) => {
      while (!stopping.aborted && (await countRecord()));
      while (!stopping.aborted && (await countProofs()));
    },
    onError: (error) => log.error({ err: error }, 'counting record figures failed; retrying'),
    after: scheduler.after,
  });
