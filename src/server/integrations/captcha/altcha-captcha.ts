import { createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { type WallClock, minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { spentChallenges } from '#server/database/tables/sign-in-tables.ts';
import type { Captcha } from './captcha.ts';

/** Work of a challenge: PBKDF2 rounds per guess, and the min and max number of guesses. */
interface AltchaWork {
  readonly rounds: number;
  readonly guesses: readonly [number, number];
}

/**
 * 0.3 to 0.6 s on one desktop core, measured with the library's own solver; a page solves with up
 * to four workers.
 */
const usualWork: AltchaWork = { rounds: 5_000, guesses: [300, 800] };

const lifetimeMs = 5 * minuteMs;
const algorithm = 'PBKDF2/SHA-256';

const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(algorithm),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string().min(1),
  }),
  solution: z.object({ counter: z.number().int().nonnegative(), derivedKey: z.string() }),
});

/**
 * ALTCHA proof of work, version 2 of its protocol. A solution is bound to time only and counts
 * once.
 */
export function createAltchaCaptcha(
  db: Database,
  clock: WallClock,
  secret: string,
  work: AltchaWork = usualWork,
): Captcha {
  const hmacSignatureSecret = getKey(secret, 'altcha challenge');
  const hmacKeySignatureSecret = getKey(secret, 'altcha key');

  return {
    kind: 'altcha',
    siteKey: null,
    createChallenge: () =>
      createChallenge({
        algorithm,
        cost: work.rounds,
        counter: randomInt(work.guesses[1], work.guesses[0]),
        deriveKey,
        expiresAt: new Date(clock.now() + lifetimeMs),
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }),
    isSolved: async (payload) => {
      const read = parsePayload(payload);
      if (!read) return false;
      const { challenge, solution } = read;
      const { parameters } = challenge;
      // Our clock decides, not the library's; an easier challenge of another configuration is
      // rejected.
      if (parameters.expiresAt * 1000 <= clock.now() || parameters.cost < work.rounds) return false;
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      return verified && spendChallenge(db, challenge.signature, new Date(parameters.expiresAt * 1000));
    },
  };
}

const getKey = (secret: string, use: string): string => createHmac('sha256', secret).update(use).digest('hex');

/** Null unless the payload has the shape that the widget sends, base64 of JSON. */
function parsePayload(payload: string): z.infer<typeof Payload> | null {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(payload, 'base64').toString())).data ?? null;
  } catch {
    return null;
  }
}

/** True only the first time across all processes: the primary key decides. */
async function spendChallenge(db: Database, signature: string, expiresAt: Date): Promise<boolean> {
  const inserted = await db.insert(spentChallenges).values({ signature, expiresAt }).onConflictDoNothing().returning();
  return inserted.length > 0;
}
