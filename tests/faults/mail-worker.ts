// A process that makes one attempt to send one mail and dies at the point given by F38.
import { connectDatabase } from '#server/database/connection.ts';
import { createSmtpMail } from '#server/integrations/mail/mail.ts';
import { createTestOutbox } from '#tests/support/test-outbox.ts';

const [url = '', smtpUrl = '', mailId = '', now = ''] = process.argv.slice(2);
const outbox = createTestOutbox({
  database: connectDatabase({ url, onIdleError: () => undefined, maxConnections: 2 }),
  transport: createSmtpMail({ url: smtpUrl, from: 'mail@kurs.example', host: 'kurs.example' }),
  clock: { now: () => Number(now) },
  crashPoint: () => process.kill(process.pid, 'SIGKILL'),
});
await outbox.sendMail({ mailId, attempts: 0 });
