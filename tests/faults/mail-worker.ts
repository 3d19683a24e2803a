// A process that delivers what is due and dies at the point given by F38.
import { connectDatabase } from '#server/database/connection.ts';
import { createSmtpMail } from '#server/integrations/mail/mail.ts';
import { testDeliveries } from '#tests/support/test-deliveries.ts';

const [url = '', smtpUrl = '', now = ''] = process.argv.slice(2);
await testDeliveries(connectDatabase({ url, onIdleError: () => undefined, maxConnections: 2 }), {
  transport: createSmtpMail({ url: smtpUrl, from: 'mail@kurs.example', host: 'kurs.example' }),
  clock: { now: () => Number(now) },
  crashPoint: () => process.kill(process.pid, 'SIGKILL'),
}).deliver();
