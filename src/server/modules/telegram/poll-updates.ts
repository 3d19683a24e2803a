import { type Telegram, TelegramError } from '#server/integrations/telegram/telegram.ts';
import type { AnswerUpdate } from './answer-update.ts';

/** One poll. Resolves with the pause before the next one, milliseconds. */
export type PollUpdates = (stopping: AbortSignal) => Promise<number>;

interface PollUpdatesDependencies {
  readonly telegram: Pick<Telegram, 'deleteWebhook' | 'getUpdates'>;
  readonly answerUpdate: AnswerUpdate;
}

/** An update is confirmed by the poll after it has been answered, so a crash loses none. */
export function createPollUpdates({ telegram, answerUpdate }: PollUpdatesDependencies): PollUpdates {
  let isPolled = false;
  let next = 0;

  const poll = async (stopping: AbortSignal): Promise<void> => {
    if (!isPolled) await telegram.deleteWebhook();
    isPolled = true;
    for (const update of await telegram.getUpdates(next, stopping)) {
      // What is left comes to the next process.
      if (stopping.aborted) return;
      await answerUpdate(update);
      next = update.id + 1;
    }
  };

  return async (stopping) => {
    try {
      await poll(stopping);
    } catch (error) {
      if (stopping.aborted) return 0;
      if (error instanceof TelegramError && error.retryAfterMs !== null) return error.retryAfterMs;
      throw error;
    }
    return 0;
  };
}
