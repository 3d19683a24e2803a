import { problem } from '#server/http/problem.ts';
import { type Captcha, CaptchaUnavailable } from '#server/integrations/captcha/captcha.ts';

const retryAfterS = 10;

/** Throws captcha_failed unless this is a solved robot check; it is spent by being asked. */
export type RequireSolved = (payload: string | undefined) => Promise<void>;

export const createRequireSolved =
  (captcha: Captcha): RequireSolved =>
  async (payload) => {
    if (payload === undefined || !(await captcha.isSolved(payload).catch(asRefusal))) throw problem('captcha_failed');
  };

/** Nobody is called a robot because a partner is away. */
function asRefusal(fault: unknown): never {
  throw fault instanceof CaptchaUnavailable ? problem('captcha_unavailable', { retryAfterS, cause: fault }) : fault;
}
