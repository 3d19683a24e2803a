import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { type Broker, BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import type { KeepAnswer } from './keep-answer.ts';
import { listUnaskedTraders } from './traders.repository.ts';

/** Asks for the turnover of a few traders that were not asked about today. Returns how to go on; null: all are done. */
export type RefreshFigures = (
  after: string | null,
  isStopping: () => boolean,
) => Promise<{ after: string | null; inMs: number } | null>;

interface Needs {
  readonly db: Database;
  readonly broker: Broker;
  readonly keepAnswer: KeepAnswer;
  readonly clock: Clock;
}

/** One after the other, so that people who wait are always served first. */
const aBatch = 20;
const pauseMs = 5_000;
const awayMs = 600_000;

export const createRefreshFigures =
  ({ db, broker, keepAnswer, clock }: Needs): RefreshFigures =>
  async (after, isStopping) => {
    const day = toInstant(clock.now()).slice(0, 10);
    const batch = await listUnaskedTraders(db, { day, after, limit: aBatch });
    let last = after;
    for (const { userId, traderId } of batch) {
      if (isStopping()) return null;
      try {
        const account = await broker.findTrader(traderId, { isBackground: true });
        if (account) await keepAnswer(userId, account);
      } catch (fault) {
        if (fault instanceof BrokerUnavailable) return { after: last, inMs: awayMs };
        throw fault;
      }
      last = userId;
    }
    return batch.length < aBatch ? null : { after: last, inMs: pauseMs };
  };
