import type { FastifyReply } from 'fastify';
import { dataAsOfHeader, toInstant } from '#contract/wire.ts';
import type { ReadinessCheck } from '#server/http/check-readiness.ts';
import type { Database } from '../connection.ts';
import type { Replica } from './watch-replica.ts';

/**
 * How far a database has followed what an answer must contain: numbers that only grow. The same
 * function is called with the primary and with the replica.
 */
export type GetWatermarks<Key extends readonly unknown[]> = (db: Database, ...key: Key) => Promise<readonly number[]>;

/** Chooses the reads that answer a request, and states in a header of the answer how old they may be. */
export type ChooseReads<Reads, Key extends readonly unknown[] = []> = (
  reply: Pick<FastifyReply, 'header'>,
  ...key: Key
) => Promise<Reads>;

interface SameReads<Reads, Key extends readonly unknown[]> {
  readonly onPrimary: Reads;
  /** Called at most once. */
  readonly create: (replica: Database) => Reads;
  readonly getWatermarks: GetWatermarks<Key>;
}

/** Answers that may come from a replica of the database. */
export interface ReplicaReads {
  choose<Reads, Key extends readonly unknown[]>(reads: SameReads<Reads, Key>): ChooseReads<Reads, Key>;
  /** Answers since the start by the database they were read from; null: there is no replica. */
  readonly answers: { readonly replica: number; readonly primary: number } | null;
  readonly readiness: readonly ReadinessCheck[];
}

/** Without a replica: everything is read from the primary. */
export const primaryReads: ReplicaReads = {
  choose:
    ({ onPrimary }) =>
    async () =>
      onPrimary,
  answers: null,
  readiness: [],
};

/**
 * The replica answers a request if it can be read and has everything that the caller may know of, by
 * the watermarks: right with any number of processes, because the primary itself is asked.
 */
export function createReplicaReads(primary: Database, replica: Omit<Replica, 'start' | 'stop'>): ReplicaReads {
  const answers = { replica: 0, primary: 0 };
  return {
    choose: ({ onPrimary, create, getWatermarks }) => {
      const onReplica = create(replica.db);
      return async (reply, ...key) => {
        const replayedUntil = replica.getReplayedUntil();
        const isEnough =
          replayedUntil !== null && (await hasReached(primary, replica, (db) => getWatermarks(db, ...key)));
        answers[isEnough ? 'replica' : 'primary'] += 1;
        if (!isEnough) return onPrimary;
        reply.header(dataAsOfHeader, toInstant(replayedUntil));
        return onReplica;
      };
    },
    answers,
    readiness: [{ name: 'replica', check: () => (replica.getReplayedUntil() === null ? 'degraded' : 'ok') }],
  };
}

async function hasReached(
  primary: Database,
  replica: Pick<Replica, 'db' | 'reject'>,
  getWatermarks: GetWatermarks<[]>,
): Promise<boolean> {
  const [needed, reached] = await Promise.all([
    getWatermarks(primary),
    getWatermarks(replica.db).catch((error: unknown) => {
      replica.reject(error);
      return null;
    }),
  ]);
  return reached !== null && needed.every((mark, i) => (reached[i] ?? -1) >= mark);
}
