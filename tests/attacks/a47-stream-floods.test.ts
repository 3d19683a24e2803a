import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestStreams, type OpenStream, type TestStreams } from '#tests/support/test-streams.ts';

let test: TestStreams;
const sockets: Socket[] = [];

beforeEach(async () => {
  test = await createTestStreams();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await test.close();
});

const flood = 1_000;
const streamsAUser = 5;

const openMany = (count: number, user: string): Promise<OpenStream[]> =>
  Promise.all(Array.from({ length: count }, () => test.open(user)));

async function waitForNote(stream: OpenStream, note: string): Promise<void> {
  let received = '';
  for await (const part of stream.answer) {
    received += String(part);
    if (received.includes(note)) return;
  }
  throw new Error(`the stream ended without ${note}`);
}

/** A connection whose `head` the server has read. */
async function print(head: string): Promise<Socket> {
  const socket = connect(test.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  return socket;
}

it('A47: of a thousand streams of one user five are open and the others rejected; those of other users are unaffected', async () => {
  const theirs = await test.open('somebody else');
  const answers = await openMany(flood, 'a flooder');
  const refused = answers.filter(({ answer }) => answer.statusCode !== 200);
  expect(refused).toHaveLength(flood - streamsAUser);
  for (const { answer } of refused.slice(0, 3)) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '15']);
    expect(JSON.parse(await text(answer))).toMatchObject({ code: 'rate_limited' });
  }
  expect(test.getCount('user a flooder')).toBe(streamsAUser);
  expect(test.getCount('user somebody else')).toBe(1);
  test.publishNote('for everybody');
  await waitForNote(theirs, 'for everybody');
});

it('A47: a rejected stream takes no slot, and a closed one frees its slot', async () => {
  const open = (await openMany(50, 'a flooder')).filter(({ answer }) => answer.statusCode === 200);
  const closed = test.responses.filter(({ statusCode }) => statusCode === 200).map((one) => once(one, 'close'));
  for (const { requested } of open) requested.destroy();
  await Promise.all(closed);
  expect(test.getCount('user a flooder')).toBe(0);
  expect((await test.open('a flooder')).answer.statusCode).toBe(200);
});

it('A47: a thousand streams requested on one connection are limited to five, too', async () => {
  const requestText = 'GET /api/events HTTP/1.1\r\nhost: kurs\r\nx-user: a flooder\r\n\r\n';
  const socket = await print(requestText.repeat(flood));
  while (test.responses.length < flood) {
    test.publishNote('meanwhile');
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(test.getCount('user a flooder')).toBeLessThanOrEqual(streamsAUser);
  expect((await test.open('somebody else')).answer.statusCode).toBe(200);
  socket.destroy();
});

it('A47: a thousand connections with incomplete requests block nobody', async () => {
  await Promise.all(
    Array.from({ length: flood }, () => print('GET /api/events HTTP/1.1\r\nx-user: a flooder\r\nx-a:')),
  );
  expect(test.getCount('user a flooder')).toBe(0);
  const theirs = await test.open('somebody else');
  test.publishNote('all the same');
  await waitForNote(theirs, 'all the same');
});

it('A47: a megabyte in a header is not read: its connection is closed', async () => {
  const socket = await print('GET /api/events HTTP/1.1\r\nhost: kurs\r\nx-user: a flooder\r\nx-a: ');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume().write('a'.repeat(1_048_576));
  await closed;
  expect(test.responses).toEqual([]);
  expect((await test.open('somebody else')).answer.statusCode).toBe(200);
});

it('A47: data sent on an open stream is no request, and the stream stays open', async () => {
  const socket = await print('GET /api/events HTTP/1.1\r\nhost: kurs\r\nx-user: a talker\r\n\r\n');
  while (test.getCount('user a talker') === 0) await new Promise((resolve) => setImmediate(resolve));
  const theirs = await test.open('somebody else');
  socket.write('ping\r\n'.repeat(10_000));
  test.publishNote('still here');
  await waitForNote(theirs, 'still here');
  expect(test.responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
});
