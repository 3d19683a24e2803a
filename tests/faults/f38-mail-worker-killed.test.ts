import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createSmtpMail } from '#server/integrations/mail/mail.ts';
import { startFakeSmtp } from '#tests/support/network/fake-smtp.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { testDeliveries } from '#tests/support/test-deliveries.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const worker = fileURLToPath(new URL('mail-worker.ts', import.meta.url));
const link = 'https://kurs.example/api/auth/activate/the-one-link';
const begun = Date.parse('2026-03-02T09:00:00.000Z');
let now = begun;

const database = sharedByTests(createTestDatabase);
const server = sharedByTests(startFakeSmtp);

test('F38 killed between sending and marking: the same mail with the same link is sent once more, and no third time', async () => {
  const outbox = testDeliveries(database, {
    transport: createSmtpMail({ url: server.url, from: 'mail@kurs.example', host: 'kurs.example' }),
    clock: { now: () => now },
  });
  const userId = await outbox.queueMail({ kind: 'activation', link });

  const child = spawn(process.execPath, [worker, database.url, server.url, String(begun)], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  expect(server.received).toHaveLength(1);
  expect(await outbox.findDelivery(userId)).toMatchObject({ status: 'queued', attempts: 1 });

  now = begun + 60_000;
  for (const _again of [1, 2]) await outbox.deliver();
  expect(await outbox.findDelivery(userId)).toMatchObject({ status: 'sent', sealed: null });
  expect(server.received).toHaveLength(2);
  const [first, second] = server.received;
  expect(first?.messageId).toBe(second?.messageId);
  expect([first?.text?.includes(link), second?.text?.includes(link)]).toEqual([true, true]);
});
