import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestStreams, type TestStreams } from '#tests/support/test-streams.ts';

let test: TestStreams;
const sockets: Socket[] = [];
const readers = 200;
const maxUnreadBytes = 64 * 1024;
const noteBytes = 16 * 1024;

beforeEach(async () => {
  test = await createTestStreams();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await test.close();
});

/** Opens a stream and never reads a byte of it. */
async function openUnread(user: string): Promise<void> {
  const socket = connect({ port: test.port, host: '127.0.0.1' });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(`GET /api/events HTTP/1.1\r\nhost: kurs\r\nx-user: ${user}\r\n\r\n`);
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const users = Array.from({ length: readers }, (_, number) => `reader ${number}`);
const countUnread = (): number => users.filter((user) => test.getCount(`user ${user}`) > 0).length;

it('F33: 200 clients that never read are disconnected at 64 KB of backlog each; reading clients miss nothing', async () => {
  for (const user of users) await openUnread(user);
  const healthy = await test.open('somebody who reads');
  let received = '';
  healthy.answer.setEncoding('utf8').on('data', (part: string) => (received += part.replaceAll('.', '')));
  while (countUnread() < readers) await turn();

  let published = 0;
  let maxHeld = 0;
  while (countUnread() > 0) {
    test.publishNote(`note ${published} ${'.'.repeat(noteBytes)}`);
    published += 1;
    maxHeld = Math.max(maxHeld, ...test.responses.map(({ writableLength }) => writableLength));
    await turn();
  }
  // The buffer held for a client that does not read: the limit, and the one event that exceeded it.
  expect(maxHeld).toBeLessThanOrEqual(maxUnreadBytes + noteBytes + 1_024);
  expect(test.getCount('user somebody who reads')).toBe(1);

  test.publishNote('the last one');
  while (!received.includes('the last one')) await turn();
  const notes = [...received.matchAll(/"note":"note (\d+) "/g)].map(([, number]) => Number(number));
  expect(notes).toEqual(Array.from({ length: published }, (_, number) => number));
});
