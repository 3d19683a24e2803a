import { problem } from '#server/http/problem.ts';
import type { Captcha } from '#server/integrations/captcha/captcha.ts';

/** Throws captcha_failed unless this is a solved robot check; it is spent by being asked. */
export type RequireSolved = (payload: string | undefined) => Promise<void>;

export const createRequireSolved =
  (captcha: Captcha): RequireSolved =>
  async (payload) => {
    if (payload === undefined || !(await captcha.isSolved(payload))) throw problem('captcha_failed');
  };
