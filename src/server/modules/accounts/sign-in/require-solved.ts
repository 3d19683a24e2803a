import { apiError } from '#server/http/api-error.ts';
import { type Captcha, CaptchaUnavailable } from '#server/integrations/captcha/captcha.ts';

const retryAfterS = 10;

export const robotCheckErrors = ['captcha_failed', 'captcha_unavailable'] as const;

/** Throws captcha_failed unless this is a solved robot check; a solution can be used only once. */
export type RequireSolved = (payload: string | undefined) => Promise<void>;

export const createRequireSolved =
  (captcha: Captcha): RequireSolved =>
  async (payload) => {
    if (payload === undefined || !(await captcha.isSolved(payload).catch(toUnavailable)))
      throw apiError('captcha_failed');
  };

/** An outage of the partner does not count against the visitor. */
function toUnavailable(error: unknown): never {
  throw error instanceof CaptchaUnavailable ? apiError('captcha_unavailable', { retryAfterS, cause: error }) : error;
}
