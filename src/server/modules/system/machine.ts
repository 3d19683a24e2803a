import { connect } from 'node:tls';
import { minuteMs, secondMs, type WallClock } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import { readBackupTime } from '#server/files/last-backup.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { readFreeBytes } from './checkup/check-machine.ts';
import type { Machine, PublicAddress } from './system.api.ts';

const addressHoldsMs = 5 * minuteMs;

/** What no database knows, for metrics: it is read while the database is away as well. */
export function watchMachine({ dataDir, publicUrl }: Config, clock: WallClock): () => Promise<Machine> {
  const readAddress = cacheAnswer({ clock, ms: addressHoldsMs, read: () => readPublicAddress(publicUrl) });
  return async () => {
    const [freeBytes, backupAt, address] = await Promise.all([
      readFreeBytes(dataDir),
      readBackupTime(dataDir),
      readAddress(),
    ]);
    return { freeBytes, backupAt, address };
  };
}

const answerWithinMs = 5 * secondMs;

/** The certificate that visitors get, also one that has expired. */
function readPublicAddress(publicUrl: string): Promise<PublicAddress> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return Promise.resolve({ state: 'plain' });
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 443), servername: hostname, rejectUnauthorized: false });
    const finish = (address: PublicAddress): void => {
      socket.destroy();
      resolve(address);
    };
    socket.setTimeout(answerWithinMs, () => finish({ state: 'down' }));
    socket.once('error', () => finish({ state: 'down' }));
    socket.once('secureConnect', () =>
      finish({ state: 'up', certificateEndsAt: Date.parse(socket.getPeerCertificate().valid_to) }),
    );
  });
}
