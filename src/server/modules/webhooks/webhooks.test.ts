import { Webhook as Verifier, WebhookVerificationError } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import { untilACallWaits } from '#tests/support/database/until-a-call-waits.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { type FakeEndpoint, startFakeEndpoint } from '#tests/support/network/fake-endpoint.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { begun, createTestWebhooks } from '#tests/support/test-webhooks.ts';

let database: TestDatabase;
let endpoint: FakeEndpoint;
let test: Awaited<ReturnType<typeof createTestWebhooks>>;
let me: string;

beforeAll(async () => {
  database = await createTestDatabase();
  endpoint = await startFakeEndpoint();
});
afterAll(async () => {
  await endpoint.close();
  await database.close();
});
beforeEach(async () => {
  test = await createTestWebhooks({ database });
  me = await aUser(database.db);
  endpoint.answer = 204;
  endpoint.received.length = 0;
});

const create = async (change: object = {}) => {
  const body = { url: endpoint.url, events: ['signal.issued'], ...change };
  return (await test.call(me, 'POST', '/api/webhooks', body)).json<{ id: string; secret: string }>();
};
const listDeliveries = async (id: string) =>
  (await test.call(me, 'GET', `/api/webhooks/${id}/deliveries`)).json<{ items: Record<string, unknown>[] }>().items;
const listed = async () =>
  (await test.call(me, 'GET', '/api/webhooks')).json<{ items: Record<string, unknown>[] }>().items;
/** The published library's own check, at the time that the headers state. */
const isSigned = (secret: string, index = 0): boolean => {
  const post = endpoint.received[index];
  vi.useFakeTimers({ now: Number(post?.headers['webhook-timestamp']) * 1000, toFake: ['Date'] });
  try {
    new Verifier(secret).verify(post?.body ?? '', post?.headers as Record<string, string>);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  } finally {
    vi.useRealTimers();
  }
};

describe('a delivery', () => {
  it('has the headers, the signature and the body of Standard Webhooks', async () => {
    const { id, secret } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await test.occur(me, 'signal.issued', { symbol: 'EURUSD' });
    await test.jobs.runDue();
    const [post] = endpoint.received;
    const [delivery] = await listDeliveries(id);
    expect(post?.headers).toMatchObject({
      'webhook-id': delivery?.id,
      'webhook-timestamp': String(begun / 1000),
      'content-type': 'application/json',
    });
    expect(isSigned(secret)).toBe(true);
    expect(isSigned(`whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
    expect(JSON.parse(String(post?.body))).toEqual({
      type: 'signal.issued',
      timestamp: '2026-03-02T09:00:00.000Z',
      data: { symbol: 'EURUSD' },
    });
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, responseStatus: 204, error: null });
  });

  it('is made for the events that the webhook wants, and for no other user', async () => {
    await create({ events: ['signal.settled'] });
    const other = await aUser(database.db);
    await test.occur(me, 'signal.issued', {});
    await test.occur(other, 'signal.settled', {});
    await test.jobs.runDue();
    expect(endpoint.received).toEqual([]);
    await test.occur(me, 'signal.settled', {});
    await test.jobs.runDue();
    expect(endpoint.received).toHaveLength(1);
  });

  it('does not exist when the transaction of its event is rolled back', async () => {
    await create();
    await expect(test.occur(me, 'signal.issued', {}, { fails: true })).rejects.toThrow('rolled back');
    const [webhook] = await listed();
    expect(await listDeliveries(String(webhook?.id))).toEqual([]);
  });

  it('is repeated after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h with the same id, then fails', async () => {
    const { id } = await create();
    endpoint.answer = 500;
    await test.occur(me, 'signal.issued', {});
    await test.jobs.runDue();
    for (const pause of [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs]) {
      const before = endpoint.received.length;
      const crashCheck = Math.min(minuteMs, pause - 1);
      test.advance(crashCheck);
      await test.jobs.runDue();
      expect(endpoint.received).toHaveLength(before);
      test.advance(pause - crashCheck);
      await test.jobs.runDue();
      expect(endpoint.received).toHaveLength(before + 1);
    }
    test.advance(dayMs);
    await test.jobs.runDue();
    expect(endpoint.received).toHaveLength(7);
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await listDeliveries(id)).toMatchObject([
      { status: 'failed', attempts: 7, responseStatus: 500, error: 'status', nextAttemptAt: null },
    ]);
  });

  it('is not made twice by a job that is delivered twice', async () => {
    await create();
    await test.occur(me, 'signal.issued', {});
    await test.jobs.runDueAtOnce(3);
    expect(endpoint.received).toHaveLength(1);
  });

  it('distinguishes a timeout from an unreachable address, and reports nothing of the answer', async () => {
    const { id } = await create();
    endpoint.answer = () => undefined;
    await test.occur(me, 'signal.issued', {});
    await test.jobs.runDue();
    expect(await listDeliveries(id)).toMatchObject([{ status: 'pending', error: 'timeout', responseStatus: null }]);
    const { id: deaf } = await create({ url: 'https://localhost:1/' });
    await test.call(me, 'POST', `/api/webhooks/${deaf}/test`);
    await test.jobs.runDue();
    expect(await listDeliveries(deaf)).toMatchObject([{ event: 'webhook.test', error: 'unreachable' }]);
  });

  it('is sent again on request with the same id', async () => {
    const { id } = await create();
    await test.occur(me, 'signal.issued', {});
    await test.jobs.runDue();
    const [first] = await listDeliveries(id);
    const answer = await test.call(me, 'POST', `/api/webhooks/${id}/deliveries/${String(first?.id)}`);
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { id: first?.id, status: 'pending', attempts: 0 }]);
    await test.jobs.runDue();
    expect(endpoint.received.map(({ headers }) => headers['webhook-id'])).toEqual([first?.id, first?.id]);
    expect(await listDeliveries(id)).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('an endpoint that does not answer', () => {
  const neverAnswer = (): void => undefined;

  it('has two deliveries of its user in flight at most; the others wait, and none is lost', async () => {
    await create();
    endpoint.answer = neverAnswer;
    for (let events = 0; events < 6; events++) await test.occur(me, 'signal.issued', {});
    await test.jobs.runDueAtOnce(1);
    expect(endpoint.received).toHaveLength(2);
    endpoint.answer = 204;
    for (let rounds = 0; rounds < 6; rounds++) {
      test.advance(5_000);
      await test.jobs.runDueAtOnce(1);
    }
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
  });

  it('waits in a lane of its own from its first failure until it answers', async () => {
    const { id } = await create();
    endpoint.answer = neverAnswer;
    await test.occur(me, 'signal.issued', {});
    await test.occur(me, 'signal.issued', {});
    await test.jobs.runDue();
    const lanes = () => test.jobs.waiting.map(({ queue }) => queue);
    expect(endpoint.received).toHaveLength(1);
    await test.occur(me, 'signal.issued', {});
    await test.call(me, 'POST', `/api/webhooks/${id}/test`);
    expect(lanes().filter((lane) => lane === 'slow-webhooks')).toHaveLength(4);
    endpoint.answer = 204;
    await test.jobs.runDue();
    expect(await listed()).toMatchObject([{ failingSince: null }]);
    await test.occur(me, 'signal.issued', {});
    expect(lanes().at(-1)).toBe('webhooks');
  });
});

it('a webhook needs a confirmed address', async () => {
  const unconfirmed = await aUser(database.db, { isActivated: false });
  const answer = await test.call(unconfirmed, 'POST', '/api/webhooks', { url: endpoint.url, events: ['alert'] });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'email_not_activated']);
});

describe('a webhook', () => {
  it('that answers 410 is disabled at once, and its owner gets a mail', async () => {
    const { id } = await create();
    endpoint.answer = 410;
    await test.occur(me, 'signal.issued', {});
    await test.jobs.runDue();
    expect(await listed()).toMatchObject([{ id, disabledReason: 'gone' }]);
    expect(await listDeliveries(id)).toMatchObject([{ status: 'failed', responseStatus: 410 }]);
    expect(test.mails).toMatchObject([{ kind: 'webhook_disabled', host: new URL(endpoint.url).host, reason: 'gone' }]);
    await test.occur(me, 'signal.issued', {});
    test.advance(dayMs);
    await test.jobs.runDue();
    expect(endpoint.received).toHaveLength(1);
    const again = await test.call(me, 'POST', `/api/webhooks/${id}/test`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'webhook_disabled']);
  });

  it('that has only failed for five days is disabled with one mail; a success begins the count again', async () => {
    const { id } = await create();
    endpoint.answer = 500;
    const attempt = async (afterMs: number) => {
      test.advance(afterMs);
      await test.occur(me, 'signal.issued', {});
      await test.jobs.runDue();
    };
    await attempt(0);
    await attempt(4 * dayMs);
    endpoint.answer = 200;
    await attempt(1);
    expect(await listed()).toMatchObject([{ id, failingSince: null, disabledAt: null }]);
    endpoint.answer = 503;
    await attempt(minuteMs);
    await attempt(5 * dayMs - 1);
    expect(await listed()).toMatchObject([{ disabledAt: null }]);
    await attempt(1);
    expect(await listed()).toMatchObject([{ disabledReason: 'failing' }]);
    await attempt(dayMs);
    expect(test.mails).toHaveLength(1);
  });

  it('signs with both secrets for a day after a rotation, then with the new one alone', async () => {
    const { id, secret } = await create();
    const rotated = (await test.call(me, 'POST', `/api/webhooks/${id}/secret`)).json<{
      secret: string;
      previousUntil: string;
    }>();
    expect(rotated.previousUntil).toBe('2026-03-03T09:00:00.000Z');
    await test.occur(me, 'signal.issued', {});
    await test.jobs.runDue();
    expect([isSigned(secret), isSigned(rotated.secret)]).toEqual([true, true]);
    test.advance(dayMs);
    await test.occur(me, 'signal.issued', {});
    await test.jobs.runDue();
    expect([isSigned(secret, 1), isSigned(rotated.secret, 1)]).toEqual([false, true]);
  });

  it('is one of five at most, also when the calls arrive together', async () => {
    const body = { url: endpoint.url, events: ['alert'] };
    const calls = Array.from({ length: 7 }, () => test.call(me, 'POST', '/api/webhooks', body));
    const answers = await Promise.all(calls);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 201, 201, 409, 409,
    ]);
  });

  it.each([
    ['http', 'http://hooks.example/', 'validation_failed'],
    ['a password', 'https://a:b@hooks.example/', 'validation_failed'],
    ['no address', 'hooks', 'validation_failed'],
    ['a private address', 'https://10.0.0.1/', 'address_not_allowed'],
    ['a decimal address', 'https://2130706433/', 'address_not_allowed'],
  ])('with %s is rejected', async (_title, url, code) => {
    const strict = await createTestWebhooks({ database, allowsPrivate: false });
    const answer = await strict.call(me, 'POST', '/api/webhooks', { url, events: ['alert'] });
    expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
  });

  it('of another user is not found', async () => {
    const { id } = await create();
    const other = await aUser(database.db);
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret'],
      ['GET', '/deliveries'],
    ] as const)
      expect((await test.call(other, method, `/api/webhooks/${id}${path}`)).statusCode).toBe(404);
    expect((await test.call(me, 'DELETE', `/api/webhooks/${id}`)).statusCode).toBe(204);
  });

  it('is not created for an account that is deleted meanwhile', async () => {
    const deleting = await database.pool.connect();
    await deleting.query('begin');
    await deleting.query('update users set deleted_at = now() where id = $1', [me]);
    const created = test.call(me, 'POST', '/api/webhooks', { url: endpoint.url, events: ['alert'] });
    await untilACallWaits(database);
    await deleting.query('commit');
    deleting.release();
    expect((await created).statusCode).toBe(401);
    expect(await listed()).toEqual([]);
  });

  it('that is ended while it is tried is not found', async () => {
    const { id } = await create();
    const ending = await database.pool.connect();
    await ending.query('begin');
    await ending.query('delete from webhooks where id = $1', [id]);
    const tried = test.call(me, 'POST', `/api/webhooks/${id}/test`);
    await untilACallWaits(database);
    await ending.query('commit');
    ending.release();
    expect((await tried).statusCode).toBe(404);
  });

  it('stores its secret sealed, and the list does not show it', async () => {
    const { secret } = await create();
    const { rows } = await database.pool.query('select t::text as text from webhooks t');
    expect(JSON.stringify([rows, await listed()])).not.toContain(secret.slice(6));
  });

  it('is tried by hand ten times a minute at most', async () => {
    const { id } = await create();
    const statuses: number[] = [];
    for (let times = 0; times < 11; times++)
      statuses.push((await test.call(me, 'POST', `/api/webhooks/${id}/test`)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
  });
});
