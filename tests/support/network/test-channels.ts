import type { Signal } from '#contract/signals.ts';
import { type CrashHook, noCrash } from '#server/start/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createLocalPlaces } from '#server/integrations/places/places.ts';
import { createSmtpMail } from '#server/integrations/mail/mail.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { createGrammyTelegram } from '#server/integrations/telegram/telegram.ts';
import { createGetUnsubscribeAddress } from '#server/modules/alerts/alert-mails.ts';
import { createNotifyResults } from '#server/modules/alerts/notify-results.ts';
import { createSendChatMessages } from '#server/modules/alerts/send-messages.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createQueueMail, type MailJob } from '#server/modules/mail/queue-mail.ts';
import { createRenderMail } from '#server/modules/mail/render-mail.ts';
import { createSealMail } from '#server/modules/mail/seal-mail.ts';
import { createSendMail } from '#server/modules/mail/send-mail.ts';
import { createListLinked } from '#server/modules/telegram/chats.repository.ts';
import { createSendToChat } from '#server/modules/telegram/create-telegram-module.ts';
import { silentLog } from '../silent-log.ts';

export type Channel = 'telegram' | 'mail';

interface Options {
  readonly db: Database;
  readonly clock: { now(): number };
  readonly smtpUrl: string;
  readonly telegram: { readonly apiUrl: string; readonly token: string };
  /** Called when a message is about to leave. */
  readonly beforeSend?: () => void;
  readonly crashPoint?: CrashHook;
}

const secret = 'a secret of these tests, long enough for anybody';
const publicUrl = 'https://kurs.example';
const getUnsubscribeAddress = createGetUnsubscribeAddress({ publicUrl, secrets: { secret } });

/** Every channel that a result takes, as a worker sends it; its jobs are run by the test. */
export function createTestChannels(options: Options) {
  const { db, clock, smtpUrl, beforeSend = () => undefined, crashPoint = noCrash } = options;
  const queued: MailJob[] = [];
  const jobs = {
    send: async (_tx: unknown, _queue: string, job: object) => void queued.push(job as MailJob),
  };
  const sealMail = createSealMail({ secret });
  const queueMail = createQueueMail({ jobs, sealMail, clock, isSending: true });
  const enqueueUserEvents = createEnqueueUserEvents(createInProcessBus(), clock, [
    createNotifyResults({ publicUrl, listLinked: createListLinked(true), queueMail, getUnsubscribeAddress }),
  ]);
  const common = { db, jobs, clock, crashPoint };
  const smtp = createSmtpMail({ url: smtpUrl, from: 'mail@kurs.example', host: 'kurs.example' });
  const bot = createGrammyTelegram(options.telegram);
  const sendMail = createSendMail({
    ...common,
    transport: { ...smtp, send: (mail) => (beforeSend(), smtp.send(mail)) },
    sealMail,
    renderMail: createRenderMail(publicUrl),
    log: silentLog,
  });
  const send: typeof bot.send = (chatId, message) => (beforeSend(), bot.send(chatId, message));
  const sendChatMessages = createSendChatMessages({
    ...common,
    sendToChat: createSendToChat({ db, send }),
    places: createLocalPlaces(),
    after: systemScheduler.after,
  });
  return {
    /** Commits the result of a signal. */
    settle: (userId: string, result: Signal) =>
      inTransaction(db, (work) => enqueueUserEvents(work, [{ userId, name: 'result', data: result }])),
    /** What `settle` handed to the jobs, and what later attempts scheduled. */
    queued,
    /** An attempt of whatever this channel has to send; `id` of the mail. */
    attempt: async (channel: Channel, id: string, attempts: number): Promise<void> => {
      if (channel === 'mail') await sendMail({ mailId: id, attempts });
      if (channel === 'telegram') await sendChatMessages();
    },
  };
}
