import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#tests/support/components/stub-storage.ts';
import { aUser } from '#tests/support/browser/fake-accounts.ts';
import { readStored, writeStored } from '../storage/stored.ts';
import { separateUsers } from './separate-users.ts';
import type { Session } from './session-store.ts';

const a = { ...aUser(), id: '0a3cb6f1-6f0e-4c70-8a3e-3b1de1a7c111' };
const b = { ...aUser(), id: '0a3cb6f1-6f0e-4c70-8a3e-3b1de1a7c222' };

let session: Session;
let listener = (): void => undefined;
let forgotten: number;

function become(next: Session): void {
  session = next;
  listener();
}

beforeEach(() => {
  stubStorage();
  forgotten = 0;
  session = { kind: 'unknown' };
  separateUsers(
    () => session,
    (added) => (listener = added),
    () => (forgotten += 1),
  );
  become({ kind: 'in', user: a, secondFactor: 'off' });
  writeStored('traderBalance', 124.5);
});
afterEach(() => void vi.unstubAllGlobals());

test('the same user keeps the personal keys after an expired login session', () => {
  become({ kind: 'out' });
  become({ kind: 'in', user: a, secondFactor: 'off' });
  expect(readStored('traderBalance')).toBe(124.5);
});

test('another user does not get the personal keys', () => {
  become({ kind: 'out' });
  expect(forgotten).toBe(1);
  become({ kind: 'in', user: b, secondFactor: 'off' });
  expect([readStored('traderBalance'), readStored('person')]).toEqual([null, b.id]);
});
