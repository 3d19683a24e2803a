import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { signals } from '#server/database/schema.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { anEnteringSignal } from '#tests/support/browser/fake-api.ts';
import { createTestTraders, type Person } from '#tests/support/test-traders.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);
let me: Person;
let other: Person;

beforeAll(async () => {
  me = await test.person();
  other = await test.person();
  await aLiveSignal(test.database.db, { userId: other.id });
});

type Address = (own: string, foreign: string) => string;
const addresses: readonly (readonly [string, Address])[] = [
  ['another user', (_own, foreign) => foreign],
  ['nobody at all', () => randomUUID()],
  ['a number', () => '1'],
  ['an e-mail', () => 'somebody@kurs.example'],
  ['a word', () => 'me'],
  ['a way around', (_own, foreign) => `..%2f${foreign}`],
  ['the own id in capitals', (own) => own.toUpperCase()],
];

it.each(addresses)('A23: the list of %s is answered as one that does not exist', async (_title, address) => {
  const answer = await me.get(`/api/signal/user/${address(me.id, other.id)}`);
  const absent = await me.get(`/api/signal/user/${randomUUID()}`);
  const { requestId, ...body } = answer.json();
  expect([answer.statusCode, body]).toEqual([404, { code: 'not_found', message: absent.json().message }]);
  expect(requestId).toBeTypeOf('string');
});

it.each(addresses)('A24: a signal added to the list of %s: 404, nothing written, logged', async (_title, address) => {
  const before = await test.database.db.select().from(signals);
  test.log.length = 0;
  const answer = await me.post(`/api/signal/user/${address(me.id, other.id)}`, anEnteringSignal());
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  expect(await test.database.db.select().from(signals)).toEqual(before);
  expect(test.log.some((line) => line.includes('request completed') && line.includes('404'))).toBe(true);
});
