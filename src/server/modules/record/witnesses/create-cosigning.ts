import type { FastifyBaseLogger } from 'fastify';
import type { SystemState } from '#contract/admin/system.ts';
import { toInstant } from '#contract/wire.ts';
import type { RecordKeyTerm } from '#record/record-handover.ts';
import type { Database } from '#server/database/connection.ts';
import type { Witness, WitnessSide } from '#server/integrations/witness/witness.ts';
import type { Repeating } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { getWitnessId, parseWitnessVkey } from '#node/notes.ts';
import { findLastCosigned, listProvenTimes } from './cosignatures.repository.ts';
import type { CosignedJournal } from './cosigned-journal.ts';
import { createCosigningLoop } from './cosigning-loop.ts';
import type { RecordApi } from '../record.api.ts';
import { createSubmitCheckpoint } from './submit-checkpoint.ts';

interface CosigningDependencies {
  readonly db: Database;
  readonly witnessSide: WitnessSide;
  /** The keys of the record, oldest first. */
  readonly terms: readonly RecordKeyTerm[];
  readonly cosigned: Pick<CosignedJournal, 'append'>;
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
}

interface Cosigning extends Repeating {
  readonly readProvenTimes: RecordApi['readProvenTimes'];
  readStates(): Promise<SystemState['record']['witnesses']>;
}

/** The witnesses of the record: one loop each, and what they have cosigned. */
export function createCosigning({ db, witnessSide, terms, cosigned, after, log }: CosigningDependencies): Cosigning {
  const { own, quorum } = witnessSide;
  const loops = witnessSide.witnesses.map((witness) => {
    const submit = createSubmitCheckpoint({ db, witness, terms, cosigned });
    return { witness, ...createCosigningLoop({ submit, name: () => getId(witness) ?? 'own', after, log }) };
  });
  return {
    start: () => {
      own?.start(terms.at(-1)?.vkey ?? '');
      for (const loop of loops) loop.start();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await own?.stop();
    },
    readProvenTimes: async (indices) => {
      const witnesses = witnessSide.witnesses.flatMap((witness) => getId(witness) ?? []);
      if (quorum === 0 || indices.length === 0) return indices.map(() => null);
      return listProvenTimes(db, { indices, witnesses, quorum });
    },
    readStates: () =>
      Promise.all(
        loops.map(async ({ witness, lastError }) => {
          const id = getId(witness);
          const last = id === null ? undefined : await findLastCosigned(db, id);
          return {
            name: id,
            size: last?.size ?? null,
            cosignedAt: last ? toInstant(last.cosignedAt.getTime()) : null,
            error: lastError(),
          };
        }),
      ),
  };
}

/** Null: the witness has not started yet. */
function getId(witness: Witness): string | null {
  const key = parseWitnessVkey(witness.vkey() ?? '');
  return key && getWitnessId(key);
}
