import type { z } from 'zod';
import type { EmailBody } from '#contract/accounts.ts';
import { call } from '#web/api/request.ts';

/** The same response for every address: the seconds until the next mail may be requested. */
export const forgotPassword = async (body: z.input<typeof EmailBody>): Promise<number> =>
  (await call('POST /api/forgot-password', { body, anonymous: true })).retryAfter;
