import type { z } from 'zod';
import type { ForgotPasswordBody, RetryAnswer } from '#contract/accounts.ts';
import { accountPaths } from '#contract/paths.ts';
import { getJson } from '#web/api/request.ts';

/** The same response for every address: the seconds until the next mail may be requested. */
export const forgotPassword = async (body: z.input<typeof ForgotPasswordBody>): Promise<number> =>
  (await getJson<z.infer<typeof RetryAnswer>>(accountPaths.forgotPassword, { method: 'POST', body, anonymous: true }))
    .retryAfter;
