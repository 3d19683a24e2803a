import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { KnownPassword } from './form-fields.ts';
import { AnswerLang, Instant } from './wire.ts';

const Row = z.record(z.string(), z.unknown());

/**
 * All data stored about a user, the rows of each table under a name of their own, except hashes, keys
 * and links that grant access. Instants as elsewhere, bytes in Base64.
 */
export const OwnData = z.object({ exportedAt: Instant, account: Row }).catchall(z.array(Row)).meta({ id: 'OwnData' });

export const ownDataEndpoints = {
  'GET /api/user/export': {
    guards: ['sameOrigin', 'signedIn'],
    answer: OwnData,
  },
  /** The password proves that the owner is calling, not just the holder of the session. */
  'POST /api/user/delete': {
    guards: ['sameOrigin', 'signedIn'],
    body: z.strictObject({ password: KnownPassword, lang: AnswerLang }),
    errors: ['wrong_password', 'last_administrator', 'overloaded'],
  },
} satisfies Endpoints;
