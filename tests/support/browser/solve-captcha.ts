import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/**
 * Solves an ALTCHA challenge as the widget does; the payload is what the calls accept as `captcha`.
 */
export async function solveAltcha(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge was not solved');
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** A solved robot check of a running product. */
export async function solveCaptcha(url: string): Promise<string> {
  const response = await fetch(`${url}/api/captcha/challenge`);
  return solveAltcha((await response.json()) as Challenge);
}
