import { mailQueues } from '../modules/mail/queue-mail.ts';
import { autoRunQueue } from '../modules/signals/auto-runs/auto-run-store.ts';
import { checkQueue } from '../modules/traders/trader-checks.ts';

/** The queues of every module's background jobs. */
export const jobQueues = [...mailQueues, checkQueue, autoRunQueue];
