import { randomUUID } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { maxPasskeys } from '#domain/accounts/second-factor.ts';
import { brand } from '#domain/brand.ts';
import { minuteMs } from '#domain/time.ts';
import { apiError, limitReached } from '#server/http/api-error.ts';
import type { Platform } from '#server/start/platform.ts';
import type { CallingSession } from '../accounts.api.ts';
import { listPasskeys, type PasskeyRow, saveChallenge, spendChallenge } from './factors.repository.ts';

const challengeMs = 5 * minuteMs;
/** EdDSA, ES256 and RS256: what every authenticator has. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** What WebAuthn asks of the browser, and what it proves. The caller stores the results. */
export interface Passkeys {
  optionsForNew(session: CallingSession): Promise<{ challenge: string }>;
  /** Throws second_factor_failed unless it answers the login session's challenge. */
  verifyNew(session: CallingSession, response: RegistrationResponseJSON, name: string): Promise<PasskeyRow>;
  /** Throws not_found when the user has no passkey. */
  optionsToConfirm(session: CallingSession): Promise<{ challenge: string }>;
  /** The passkey that signed, and its new sign counter. */
  verify(
    session: CallingSession,
    response: AuthenticationResponseJSON,
  ): Promise<{ passkey: PasskeyRow; signCount: number }>;
}

interface PasskeysDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly publicUrl: string;
}

export function createPasskeys({ db, clock, publicUrl }: PasskeysDependencies): Passkeys {
  const { origin, hostname: rpID } = new URL(publicUrl);

  const remember = async <Options extends { challenge: string }>(
    { sessionId }: CallingSession,
    options: Options,
  ): Promise<Options> => {
    const challengeExpiresAt = new Date(clock.now() + challengeMs);
    await saveChallenge(db, sessionId, { passkeyChallenge: options.challenge, challengeExpiresAt });
    return options;
  };

  /** The same for both: the challenge is spent by the first answer to it, right or wrong. */
  const expected = ({ sessionId }: CallingSession) => ({
    expectedChallenge: (challenge: string) => spendChallenge(db, sessionId, challenge, new Date(clock.now())),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  });

  return {
    optionsForNew: async (session) => {
      const known = await listPasskeys(db, session.user.id);
      if (known.length >= maxPasskeys) throw limitReached(maxPasskeys);
      const options = await generateRegistrationOptions({
        rpName: brand.name,
        rpID,
        userID: Buffer.from(session.user.id),
        userName: session.user.email,
        timeout: challengeMs,
        supportedAlgorithmIDs,
        excludeCredentials: known.map(toDescriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      });
      return remember(session, options);
    },

    verifyNew: async (session, response, name) => {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        supportedAlgorithmIDs,
        ...expected(session),
      }).catch(failed);
      if (!verified) throw apiError('second_factor_failed');
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      return {
        id: randomUUID(),
        userId: session.user.id,
        credentialId: id,
        publicKey: Buffer.from(publicKey),
        signCount: counter,
        transports,
        name,
        createdAt: new Date(clock.now()),
        lastUsedAt: null,
      };
    },

    optionsToConfirm: async (session) => {
      const known = await listPasskeys(db, session.user.id);
      if (known.length === 0) throw apiError('not_found');
      const options = await generateAuthenticationOptions({
        rpID,
        timeout: challengeMs,
        allowCredentials: known.map(toDescriptor),
        userVerification: 'required',
      });
      return remember(session, options);
    },

    verify: async (session, response) => {
      const passkey = (await listPasskeys(db, session.user.id)).find(
        ({ credentialId }) => credentialId === response.id,
      );
      if (!passkey) throw apiError('second_factor_failed');
      const credential = {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
      };
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        credential,
        ...expected(session),
      }).catch(failed);
      if (!verified) throw apiError('second_factor_failed');
      return { passkey, signCount: authenticationInfo.newCounter };
    },
  };
}

const toDescriptor = ({ credentialId, transports }: PasskeyRow) => ({ id: credentialId, transports });

/** The library throws plain errors for every answer that proves nothing. */
function failed(cause: unknown): never {
  throw apiError('second_factor_failed', { cause });
}
