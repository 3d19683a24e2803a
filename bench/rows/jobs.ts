import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import type { Database } from '#server/database/connection.ts';
import { autoRuns } from '#server/database/tables/signal-tables.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import type { MailContent } from '#server/modules/mail/mail.api.ts';
import { createQueueMail, mailQueue, urgentMailQueue } from '#server/modules/mail/queue-mail.ts';
import { createSealMail } from '#server/modules/mail/seal-mail.ts';
import { autoRunQueue } from '#server/modules/signals/auto-runs/auto-run-store.ts';
import { listenLocally } from '#tests/support/network/local-server.ts';
import { createFigure } from '../figure.ts';
import { type OwnPostgres, startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { seedTokens, seedUsers } from '../setup/seed-users.ts';
import { startProduct } from '../setup/start-product.ts';
import { untilPriced } from '../load/until-priced.ts';

const due = 10_000;
const mailsDue = 2_000;
const batch = 1_000;
/** Counting thousands of jobs takes processor time itself. */
const pollMs = 250;
const mailPollMs = 25;

export const jobsRow: Row = {
  name: 'jobs',
  what: `${due.toLocaleString('en')} steps of automatic signals due at once, ${mailsDue.toLocaleString('en')} mails and one reset mail beside them`,
  peer: 'none',
  async measure(print) {
    print('starting the database, the mail server and the product');
    const postgres = await startOwnPostgres();
    const smtp = await startSmtp();
    const SECRET = randomBytes(32).toString('hex');
    const product = await startProduct({
      DATABASE_URL: postgres.url,
      SECRET,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'mail@kurs.example',
      LOG_LEVEL: 'error',
    });
    const queues = [autoRunQueue, mailQueue, urgentMailQueue];
    const jobs = createJobs({ url: postgres.url, log: pino({ level: 'silent' }) });
    try {
      await jobs.start(queues);
      print('seeding users, sessions and mails');
      const userIds = await seedUsers(postgres.db, due);
      const [token = ''] = await seedTokens(postgres.db, userIds.slice(0, 1), SECRET);
      const symbols = currencyPairs.map(({ symbol }) => symbol);
      await untilPriced(product.url, token, symbols);
      const steps = await seedSessions(postgres.db, userIds);
      const queue = mailer(postgres.db, jobs, SECRET);

      print('draining');
      await jobs.sendAll(
        null,
        autoRunQueue,
        steps.map((data) => ({ data })),
      );
      const startedAt = performance.now();
      const secondsSince = () => (performance.now() - startedAt) / 1000;
      const stepsDone = untilDone(postgres, autoRunQueue, due).then(secondsSince);
      await queue(userIds.slice(0, mailsDue), { kind: 'id_confirmed', traderId: '10000001' });
      const mailsFrom = performance.now();
      const mailsDone = untilDone(postgres, mailQueue, mailsDue).then(() => (performance.now() - mailsFrom) / 1000);
      const resetFrom = performance.now();
      await queue(userIds.slice(0, 1), { kind: 'reset', link: 'https://kurs.example/reset' });
      await untilDone(postgres, urgentMailQueue, 1, mailPollMs);
      const resetMs = performance.now() - resetFrom;
      const [stepsS, mailsS] = await Promise.all([stepsDone, mailsDone]);
      return [
        createFigure('steps of automatic signals', 'a second', [due / stepsS], { atLeast: 200 }),
        createFigure('mails beside them, once queued', 'a second', [mailsDue / mailsS]),
        createFigure('a reset mail beside them, from queued to sent', 'ms', [resetMs], { atMost: 1_000 }),
      ];
    } finally {
      await jobs.stop();
      await product.stop();
      await smtp.close();
      await postgres.stop();
    }
  },
};

async function untilDone({ db }: OwnPostgres, queue: string, count: number, everyMs = pollMs): Promise<void> {
  const counted = async (): Promise<number> => {
    const done = sql`select count(*)::int as n from pgboss.job where name = ${queue} and state = 'completed'`;
    return Number((await db.execute(done)).rows[0]?.n ?? 0);
  };
  while ((await counted()) < count) await pause(everyMs);
}

/**
 * Auto-signal runs whose first step is due, each restricted to one pair so that a signal is always
 * found.
 */
async function seedSessions(db: Database, userIds: readonly string[]) {
  const now = new Date();
  const rows = userIds.map((userId, i) => ({
    id: randomUUID(),
    userId,
    aiModel: 'manual' as const,
    interval: 10 as const,
    symbol: currencyPairs[i % currencyPairs.length]?.symbol ?? 'EURUSD',
    stopAfterLosses: 3,
    dailyLimit: 10,
    startedAt: now,
    state: 'waiting' as const,
    nextSignalAt: now,
  }));
  for (let i = 0; i < rows.length; i += batch) await db.insert(autoRuns).values(rows.slice(i, i + batch));
  return rows.map(({ id }) => ({ sessionId: id, step: 0 }));
}

function mailer(db: Database, jobs: Jobs, secret: string) {
  const queueMail = createQueueMail({ jobs, sealMail: createSealMail({ secret }), clock: Date, isSending: true });
  return (userIds: readonly string[], content: MailContent): Promise<void> =>
    db.transaction(async (tx) => {
      for (const userId of userIds)
        await queueMail(tx, { userId, to: `${userId}@kurs.example`, lang: 'en', ...content });
    });
}

/**
 * SMTP server that accepts every mail immediately, so that only the product's own time is measured.
 */
async function startSmtp(): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, answer) => {
      stream.resume();
      stream.once('end', () => answer());
    },
  });
  const port = await listenLocally(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
