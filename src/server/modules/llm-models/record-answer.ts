import { randomBytes } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { type AnswerLeaf, isAnswerLeaf, parseLeaf } from '#record/leaf.ts';
import { toUuid } from '#node/sha256.ts';
import { type Database, type Executor, inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { issueTime } from '#server/start/trusted-clock.ts';
import { appendLeaves, findStatement, lockFeed } from '#server/modules/record/append/append-leaves.ts';
import type { LlmAnswerRow } from './llm-answers.repository.ts';

/** What the record holds of an answer, and every forecast of it follows. */
export type RecordedAnswer = Pick<AnswerLeaf, 'calibrated' | 'signalFrom'>;

interface RecordAnswerDependencies {
  readonly db: Database;
  readonly clock: MarketClock;
}

/**
 * Appends an answer to the record, once: before the first signal that passes it on. A later request
 * gets what was recorded then, so that all signals of an answer state the same.
 */
export const createRecordAnswer =
  ({ db, clock }: RecordAnswerDependencies) =>
  async (
    answer: LlmAnswerRow,
    { pUp: calibrated, signalFrom }: Pick<Forecast, 'pUp' | 'signalFrom'>,
  ): Promise<RecordedAnswer> => {
    const { feed, model, version, symbol, duration, questionHash } = answer;
    if (!questionHash) throw new Error('an answer from before questions were hashed cannot be recorded');
    const minute = toInstant(answer.minute.getTime());
    const id = toUuid(`answer ${feed} ${model} ${version} ${symbol} ${duration} ${minute}`);
    const find = async (tx: Executor): Promise<RecordedAnswer | undefined> => {
      const text = await findStatement(tx, id);
      const leaf = text === undefined ? undefined : parseLeaf(text);
      return leaf && isAnswerLeaf(leaf) ? leaf : undefined;
    };
    const append = async ({ tx }: UnitOfWork): Promise<RecordedAnswer> => {
      const end = await lockFeed(tx, feed);
      const before = await find(tx);
      if (before) return before;
      // From the lock of the record on, so that times never fall along it.
      const issuedAt = issueTime(clock.now(), end.newestAt);
      if (issuedAt === null) throw apiError('clock_wrong', { retryAfterS: 60 });
      const leaf = {
        form: 'answer/1',
        feed,
        model,
        version,
        symbol,
        duration,
        minute,
        question: questionHash.toString('hex'),
        stated: answer.pUp,
        calibrated,
        signalFrom,
        issuedAt: toInstant(issuedAt),
        nonce: randomBytes(16).toString('hex'),
      } as const;
      await appendLeaves(tx, [{ kind: 'forecast', signalId: id, at: new Date(issuedAt), leaf }], end);
      return leaf;
    };
    return (await find(db)) ?? inTransaction(db, append);
  };
