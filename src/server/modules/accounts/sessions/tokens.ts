import { createHash, createHmac, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const accessTokenSeconds = 600;

export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

export interface ReadClaims extends AccessClaims {
  /** Expiry in milliseconds UTC; the token is invalid from then on. */
  readonly endsAt: number;
}

const algorithm = 'HS256';
const audience = 'api';

const isId = (claim: unknown): claim is string => typeof claim === 'string' && /^[\da-f-]{36}$/.test(claim);

/** Issues and reads access and refresh tokens; `now` in milliseconds. */
export function newTokens(secret: string) {
  const key = createHmac('sha256', secret).update('access token').digest();
  const successorKey = createHmac('sha256', secret).update('refresh successor').digest();
  return {
    issueAccess: ({ userId, sessionId }: AccessClaims, now: number): Promise<string> => {
      const issuedAt = Math.floor(now / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
        .setSubject(userId)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessTokenSeconds)
        .sign(key);
    },
    /** Null unless it is one of our tokens and still valid. */
    readAccess: (token: string, now: number): Promise<ReadClaims | null> => readClaims(token, key, new Date(now)),
    /**
     * The only successor of a refresh token's rotation, so that two tabs presenting it within the
     * grace period get the same one.
     */
    findSuccessor: (refresh: string, rotatedAt: Date): string =>
      createHmac('sha256', successorKey).update(`${refresh} ${rotatedAt.getTime()}`).digest('base64url'),
  };
}

export const newRefresh = (): string => randomBytes(32).toString('base64url');

export const computeHash = (refresh: string): Buffer => createHash('sha256').update(refresh).digest();

async function readClaims(token: string, key: Buffer, currentDate: Date): Promise<ReadClaims | null> {
  try {
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
}
