import { z } from 'zod';
import { LoginBody } from './accounts.ts';
import { AnswerLang, Instant } from './wire.ts';

/**
 * POST user/delete: the password proves that the owner is calling, not just the holder of the
 * session.
 */
export const DeleteAccountBody = z.strictObject({
  password: LoginBody.shape.password,
  lang: AnswerLang,
});

const Row = z.record(z.string(), z.unknown());

/**
 * GET user/export: all data stored about a user, the rows of each table under a name of their own,
 * except hashes, keys and links that grant access. Instants as elsewhere, bytes in Base64.
 */
export const OwnData = z.object({ exportedAt: Instant, account: Row }).catchall(z.array(Row)).meta({ id: 'OwnData' });
