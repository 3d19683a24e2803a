import { createFakeJobs, type FakeJobs } from './fake-jobs.ts';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { noCrash, type CrashHook } from '#server/start/crash-points.ts';
import { mails, users } from '#server/database/schema.ts';
import type { MailTransport } from '#server/integrations/mail/mail.ts';
import type { NewMail } from '#server/modules/mail/mail.api.ts';
import { createQueueMail, type MailJob } from '#server/modules/mail/queue-mail.ts';
import { createRenderMail } from '#server/modules/mail/render-mail.ts';
import { createSealMail } from '#server/modules/mail/seal-mail.ts';
import { createSendMail } from '#server/modules/mail/send-mail.ts';
import { silentLog } from './silent-log.ts';
import type { TestDatabase } from './test-database.ts';

interface Options {
  readonly database: Pick<TestDatabase, 'db'>;
  readonly transport: MailTransport;
  readonly clock: { now(): number };
  readonly crashPoint?: CrashHook;
}

interface ArrangedJob extends MailJob {
  /** Milliseconds UTC; null: at once. */
  readonly at: number | null;
}

const secret = 'a secret of thirty-two characters and more';

/** The outbox and its worker on a database, with jobs that the test runs by hand. */
export function createTestOutbox({ database: { db }, transport, clock, crashPoint = noCrash }: Options) {
  const arranged: ArrangedJob[] = [];
  const jobs: FakeJobs = {
    ...createFakeJobs(clock),
    send: async (_tx, _queue, data, { startAfter } = {}) => {
      arranged.push({ ...(data as MailJob), at: startAfter?.getTime() ?? null });
    },
  };
  const sealMail = createSealMail({ secret });
  const renderMail = createRenderMail('https://kurs.example');
  const common = { db, jobs, sealMail, clock };
  const queueMail = createQueueMail({ ...common, isSending: true });
  return {
    arranged,
    sendMail: createSendMail({ ...common, transport, renderMail, crashPoint, log: silentLog }),
    queue: async (content: Pick<NewMail, 'kind'> & Record<string, unknown>): Promise<string> => {
      const userId = randomUUID();
      const email = `${userId}@example.com`;
      const createdAt = new Date(clock.now());
      await db.insert(users).values({ id: userId, email, passwordHash: 'none', lang: 'uk', createdAt });
      const mail = { userId, to: email, lang: 'uk', ...content } as NewMail;
      await db.transaction((tx) => queueMail(tx, mail));
      return userId;
    },
    mailOf: async (userId: string) => {
      const [mail] = await db.select().from(mails).where(eq(mails.userId, userId));
      if (!mail) throw new Error('there is no such mail');
      return mail;
    },
  };
}
