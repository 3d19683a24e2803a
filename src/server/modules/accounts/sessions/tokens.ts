import { createHash, createHmac, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { WallClock } from '#domain/clock.ts';

export const accessTokenSeconds = 600;

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

export interface ReadClaims extends AccessClaims {
  /** Expiry in milliseconds UTC; the token is invalid from then on. */
  readonly endsAt: number;
}

export interface Tokens {
  issueAccess(claims: AccessClaims): Promise<string>;
  /** Null unless it is one of our tokens and still valid. */
  readAccess(token: string): Promise<ReadClaims | null>;
  newRefresh(): string;
  /**
   * The only successor of a refresh token's rotation, so that two tabs presenting it within the
   * grace period get the same one.
   */
  findSuccessor(refresh: string, rotatedAt: Date): string;
  computeHash(refresh: string): Buffer;
}

const algorithm = 'HS256';
const audience = 'kurs-api';

const isId = (claim: unknown): claim is string => typeof claim === 'string' && /^[\da-f-]{36}$/.test(claim);

export function createTokens({ secret, clock }: { secret: string; clock: WallClock }): Tokens {
  const key = createHmac('sha256', secret).update('access token').digest();
  const successorKey = createHmac('sha256', secret).update('refresh successor').digest();
  return {
    issueAccess: ({ userId, sessionId }) => {
      const now = Math.floor(clock.now() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
        .setSubject(userId)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + accessTokenSeconds)
        .sign(key);
    },
    readAccess: async (token) => {
      try {
        const currentDate = new Date(clock.now());
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          typ: 'at+jwt',
          audience,
          currentDate,
        });
        const { sub: userId, sid: sessionId, exp } = payload;
        if (!isId(userId) || !isId(sessionId) || exp === undefined) return null;
        return { userId, sessionId, endsAt: exp * 1000 };
      } catch {
        return null;
      }
    },
    newRefresh: () => randomBytes(32).toString('base64url'),
    findSuccessor: (refresh, rotatedAt) =>
      createHmac('sha256', successorKey).update(`${refresh} ${rotatedAt.getTime()}`).digest('base64url'),
    computeHash: (refresh) => createHash('sha256').update(refresh).digest(),
  };
}
