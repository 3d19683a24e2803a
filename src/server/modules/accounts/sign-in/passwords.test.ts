import { beforeAll, describe, expect, it } from 'vitest';
import { newPasswords, type Passwords } from './passwords.ts';

let passwords: Passwords;
beforeAll(() => {
  passwords = newPasswords();
});

describe('a password', () => {
  it('is stored as argon2id of 19 MiB and two passes, each time with another salt', async () => {
    const [one, other] = [await passwords.hash('Same-one-1'), await passwords.hash('Same-one-1')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it.each([
    ['composed and decomposed letters', 'Caf\u00e9-pass-1', 'Cafe\u0301-pass-1', true],
    ['73 bytes and 72 bytes', `${'a'.repeat(72)}B`, 'a'.repeat(72), false],
    ['a NUL in the middle', 'Pass-1\u0000tail', 'Pass-1', false],
    ['an emoji', 'Pass-1-🙂', 'Pass-1-🙂', true],
    ['another case', 'Pass-one-1', 'pass-one-1', false],
  ])('%s', async (_title, chosen, given, expected) => {
    expect(await passwords.isRight(given, await passwords.hash(chosen))).toBe(expected);
  });

  it('is always wrong for an unknown account', async () => {
    expect(await passwords.isRight('no account has this password', null)).toBe(false);
  });

  it('waits in a bounded queue; beyond it the caller is rejected with a retry time', async () => {
    const few = newPasswords({ atOnce: 1, waiting: 2 });
    await few.isRight('once the decoy is made', null);
    const jobs = await Promise.allSettled([1, 2, 3, 4, 5].map((i) => few.hash(`Pass-word-${i}`)));
    expect(jobs.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(jobs[4]).toMatchObject({ reason: { code: 'overloaded', statusCode: 503, retryAfterS: 2 } });
    expect(await few.hash('Pass-word-6')).toContain('$argon2id$');
  });
});
