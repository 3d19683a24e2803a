import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Changes {
  /** Of the page that asks. */
  readonly origin?: string;
  /** Whether its user gave a fingerprint or a PIN. */
  readonly isUserVerified?: boolean;
  /** What it counts; absent: one more each time. */
  readonly signCount?: number;
}

export interface FakeAuthenticator {
  /** The body of a new passkey, as a browser sends it. */
  create(challenge: string, changes?: Changes): object;
  /** The body that proves it. */
  get(challenge: string, changes?: Changes): object;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** An authenticator with one passkey of the curve P-256, which signs as WebAuthn says. */
export function createFakeAuthenticator(page = 'http://localhost:3000'): FakeAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const credentialId = randomBytes(32);
  const id = text(credentialId);
  let used = 0;

  const createClientData = (type: string, challenge: string, { origin = page }: Changes): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const createAuthData = (flags: number, { isUserVerified = true, signCount = used++ }: Changes): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signCount);
    const present = 0x01;
    const verified = isUserVerified ? 0x04 : 0;
    return Buffer.concat([sha256(new URL(page).hostname), Buffer.from([flags | present | verified]), counter]);
  };

  const getBody = (response: object) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });

  return {
    create: (challenge, changes = {}) => {
      const hasCredential = 0x40;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        createAuthData(hasCredential, changes),
        Buffer.alloc(16),
        length,
        credentialId,
        Buffer.from(cose),
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      const clientDataJSON = text(createClientData('webauthn.create', challenge, changes));
      return { response: getBody({ clientDataJSON, attestationObject: text(attestation), transports: ['internal'] }) };
    },
    get: (challenge, changes = {}) => {
      const clientData = createClientData('webauthn.get', challenge, changes);
      const authData = createAuthData(0, changes);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      const response = {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(signature),
      };
      return { by: 'passkey', response: getBody(response) };
    },
  };
}
