// A process that makes one attempt over one channel, and is killed before or after it sends.
import { connectDatabase } from '#server/database/connection.ts';
import { type Channel, createTestChannels } from '#tests/support/network/test-channels.ts';

const [url = '', smtpUrl = '', apiUrl = '', token = '', channel = '', when = '', id = '', now = ''] =
  process.argv.slice(2);
const die = (): void => void process.kill(process.pid, 'SIGKILL');
const channels = createTestChannels({
  db: connectDatabase({ url, onIdleError: () => undefined, maxConnections: 2 }).db,
  clock: { now: () => Number(now) },
  smtpUrl,
  telegram: { apiUrl, token },
  ...(when === 'before' ? { beforeSend: die } : { crashPoint: die }),
});
await channels.attempt(channel as Channel, id, 0);
