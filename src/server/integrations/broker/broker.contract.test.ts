import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakePocket, startFakePocket } from '#tests/support/network/fake-pocket.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { BrokerAuthError, type WatchedBroker } from './broker.ts';
import { createPocketBroker } from './pocket-broker.ts';
import { type SandboxProcess, sandboxProcess } from './sandbox.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { aBrokerSharing } from '#tests/support/network/broker-sharing.ts';

/**
 * One adapter, two brokers: what holds for the fake server of the partner API holds for our own
 * sandbox process.
 */
const now = Date.parse('2026-03-03T15:00:00.000Z');
const seedFile = new URL('../../../../fixtures/broker/sandbox-traders.json', import.meta.url);
const known = '10000001';
const unknown = '99999999';

interface Partner {
  readonly url: string;
  readonly partnerId: string;
  readonly apiToken: string;
}

const createBroker = ({ url, partnerId, apiToken }: Partner, changedToken = apiToken): WatchedBroker => {
  const { clock, scheduler } = createVirtualTime(now);
  const common = {
    clock,
    after: scheduler.after,
    chance: () => 0,
    log: silentLog,
    balanceMode: 'minus_bonuses' as const,
  };
  return createPocketBroker({
    shared: aBrokerSharing(),
    ...common,
    partnerId,
    apiToken: changedToken,
    apiUrl: async () => url,
  });
};

let fake: FakePocket;
let sandbox: SandboxProcess;
let folder: string;
const partners: Record<'stand-in' | 'sandbox', Partner> = {} as never;

beforeAll(async () => {
  fake = await startFakePocket();
  folder = await mkdtemp(join(tmpdir(), 'kurs-sandbox-'));
  const [partnerId, apiToken] = ['kurs-demo', 'contract-token'];
  const env = { HOST: '127.0.0.1', PORT: '0', FOLDER: folder, PARTNER_ID: partnerId, API_TOKEN: apiToken };
  sandbox = sandboxProcess({
    env: { ...env, SEED_FILE: seedFile.pathname, ENDS_WITH_INPUT: 'yes' },
    after: systemScheduler.after,
    log: silentLog,
  });
  sandbox.start();
  partners['stand-in'] = fake;
  partners.sandbox = { url: await sandbox.ready(), partnerId, apiToken };
});
afterAll(async () => {
  await sandbox.stop();
  await fake.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The fake server knows every trader except in mode 404. */
const fakeServerAnswers = (mode: '404' | 'normal'): void => {
  fake.mode = mode;
};

describe.each(['stand-in', 'sandbox'] as const)('the broker behind the port: %s', (name) => {
  it('returns one of our traders with a balance in dollars, a turnover and the time of the answer', async () => {
    fakeServerAnswers('normal');
    const trader = await createBroker(partners[name]).findTrader(known);
    expect(trader).toMatchObject({ id: known, isSelfExcluded: false, answeredAt: now });
    expect(trader?.balance).toBe(name === 'sandbox' ? 250 : 124.5);
    expect([typeof trader?.netTurnover, typeof trader?.commission, typeof trader?.registeredAt]).toEqual(
      Array.from({ length: 3 }, () => 'number'),
    );
  });

  it('returns null exactly for traders that did not register through our link', async () => {
    fakeServerAnswers('404');
    expect(await createBroker(partners[name]).findTrader(unknown)).toBeNull();
  });

  it('rejects a wrong token as an authentication error, never as not found', async () => {
    fakeServerAnswers('normal');
    const broker = createBroker(partners[name], 'wrong');
    await expect(broker.findTrader(known)).rejects.toThrow(BrokerAuthError);
    expect(broker.state()).toBe('degraded');
  });
});
