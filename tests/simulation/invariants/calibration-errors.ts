import { minuteMs } from '#domain/time.ts';
import type { VersionLeaf } from '#record/leaf.ts';
import { unpackJson } from '#server/database/columns.ts';
import type { Cluster } from '../cluster.ts';
import type { Sandbox } from '../sandbox.ts';
import type { LeaderLock } from '../simulated/simulated-leader.ts';
import type { World } from '../world.ts';

interface CalibrationDependencies {
  readonly world: Pick<World, 'now'>;
  readonly sandbox: Sandbox;
  readonly cluster: Pick<Cluster, 'quietSince' | 'minutes'>;
  readonly lock: Pick<LeaderLock, 'leadingSince'>;
}

const query = `select leaf, at from record_leaves where kind = 'version' order by index`;

/** As forecasts name it: the id of the version without its number. Empty: it is not calibrated. */
function listCalibrations({ leaf, at }: { readonly leaf: Buffer; readonly at: Date }) {
  const { id, calibration }: VersionLeaf = JSON.parse(unpackJson(leaf));
  return calibration ? [{ id: id.slice(id.indexOf('+') + 1, id.lastIndexOf('.')), at }] : [];
}

/** An engine looks once a minute; timers may be some seconds late, and a day is judged in four. */
const lookedForMs = minuteMs + 15_000;

/** The model is calibrated once up to the last rollover, and what is forecast afterwards names that. */
export async function calibrationErrors(dependencies: CalibrationDependencies): Promise<readonly string[]> {
  const { world, sandbox, cluster, lock } = dependencies;
  const { rows } = await sandbox.query(query);
  const calibrations = (rows as Parameters<typeof listCalibrations>[0][]).flatMap(listCalibrations);
  const [first, second] = calibrations;
  if (second) return [`the model was calibrated ${calibrations.length} times`];
  const calmSince = Math.max(cluster.quietSince(), lock.leadingSince());
  if (!first) return calmSince + lookedForMs < world.now() ? ['the model was not calibrated'] : [];
  const [newest = 0] = [...cluster.minutes().keys()].sort((a, b) => b - a);
  if (newest < Math.max(calmSince, first.at.getTime()) + lookedForMs) return [];
  const other = cluster
    .minutes()
    .get(newest)
    ?.find(({ modelVersion }) => !modelVersion.endsWith(`+${first.id}`));
  return other ? [`the newest forecasts are of ${other.modelVersion}, and ${first.id} is recorded`] : [];
}
