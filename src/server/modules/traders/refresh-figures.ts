import { toInstant } from '#contract/wire.ts';
import { type Broker, BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import type { Platform } from '#server/start/platform.ts';
import type { SaveAnswer } from './check/save-answer.ts';
import { listUncheckedTraders } from './traders.repository.ts';

/**
 * Requests the turnover of a batch of traders that were not requested today. Returns how to
 * continue; null: all are done.
 */
export type RefreshFigures = (
  after: string | null,
  isStopping: () => boolean,
) => Promise<{ after: string | null; inMs: number } | null>;

interface RefreshFiguresDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly broker: Broker;
  readonly saveAnswer: SaveAnswer;
}

const batchSize = 100;
/** Concurrent calls: all that the broker client allows for background work. */
const lanes = 2;

/**
 * Holds one batch in memory; traders requested today are not listed again, so a batch can be
 * restarted.
 */
export const createRefreshFigures =
  ({ db, broker, saveAnswer, clock }: RefreshFiguresDependencies): RefreshFigures =>
  async (after, isStopping) => {
    const day = toInstant(clock.now()).slice(0, 10);
    const batch = await listUncheckedTraders(db, { day, after, limit: batchSize });
    const waiting = batch.values();
    let retryAfterS: number | null = null;
    const lane = async (): Promise<void> => {
      for (const { userId, traderId } of waiting) {
        if (isStopping() || retryAfterS !== null) return;
        try {
          const account = await broker.findTrader(traderId, { isBackground: true });
          if (account) await saveAnswer(userId, account);
        } catch (error) {
          if (!(error instanceof BrokerUnavailable)) throw error;
          retryAfterS = error.retryAfterS;
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (isStopping()) return null;
    if (retryAfterS !== null) return { after, inMs: retryAfterS * 1000 };
    return batch.length < batchSize ? null : { after: batch.at(-1)?.userId ?? null, inMs: 0 };
  };
