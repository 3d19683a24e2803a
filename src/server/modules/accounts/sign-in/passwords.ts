import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { apiError } from '#server/http/api-error.ts';

/** The package's own constant is an ambient enum, which erasable TypeScript cannot read. */
const argon2id = 2;

/** argon2id, 19 MiB, two passes, one lane: the OWASP minimum, about 20 ms. */
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = ReturnType<typeof newPasswords>;

/**
 * Two at once, with one core always left for other work: a price must not wait for a hash. More
 * than 32 waiting would wait longer than a user does, so further ones are rejected at once.
 */
const queueLimits = { atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)), waiting: 32 };
const retryAfterS = 2;

/**
 * Hashes run on separate threads, few at a time, so that a flood of logins does not exhaust the
 * machine.
 */
export function newPasswords({ atOnce, waiting } = queueLimits) {
  const run = takeTurns(atOnce, waiting);
  const decoy = run(() => hash('no account has this password', cost));
  return {
    hash: (password: string): Promise<string> => run(() => hash(password.normalize('NFC'), cost)),
    /** Null stands for an unknown account: the check takes the same time and is always false. */
    isRight: async (password: string, passwordHash: string | null): Promise<boolean> => {
      const against = passwordHash ?? (await decoy);
      const right = await run(() => verify(against, password.normalize('NFC')));
      return right && passwordHash !== null;
    },
  };
}

function takeTurns(atOnce: number, maxWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running >= atOnce && waiting.length >= maxWaiting) throw apiError('overloaded', { retryAfterS });
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
