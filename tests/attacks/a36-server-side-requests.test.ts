import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestTraders, type TestTraders } from '#tests/support/test-traders.ts';

let test: TestTraders;
let listener: Server;
let url: string;
const seen: string[] = [];

beforeAll(async () => {
  test = await createTestTraders();
  listener = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(async () => {
  listener.close();
  await test.close();
});
beforeEach(() => {
  Object.assign(test.fake, { mode: 'normal', change: {} });
});

it('A36: a URL instead of an id sends no request', async () => {
  const person = await test.person();
  const spellings = [url, `${url}/7731402`, `@${url.slice(7)}`, `7731402@${url.slice(7)}`, `//${url.slice(7)}`];
  for (const spelling of spellings) {
    expect((await person.post('/api/referral-id', { referralId: spelling })).statusCode).toBe(400);
    expect((await person.get(`/api/trader/info/${encodeURIComponent(spelling)}`)).statusCode).toBe(400);
  }
  expect([seen, test.fake.requested]).toEqual([[], []]);
});

it('A36: headers that name another host have no effect', async () => {
  const person = await test.person({ referralId: '7000001' });
  const host = url.slice(7);
  const answer = await person.get('/api/trader/info/7000001', { 'x-forwarded-host': host, referer: url, origin: url });
  expect(answer.statusCode).toBe(200);
  expect(seen).toEqual([]);
});

it('A36: a redirect from the broker to another host is not followed', async () => {
  Object.assign(test.fake, { mode: 'redirect elsewhere', elsewhere: url });
  const person = await test.person();
  const answer = await person.post('/api/referral-id', { referralId: '7000002' });
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'broker_unavailable']);
  expect(seen).toEqual([]);
  expect((await person.row()).referralId).toBeNull();
});

it('A36: URLs in the broker’s answer are not requested', async () => {
  test.fake.change = { link: url, country: url, reg_date: url };
  const person = await test.person();
  expect((await person.post('/api/referral-id', { referralId: '7000003' })).statusCode).toBe(200);
  expect(seen).toEqual([]);
});
