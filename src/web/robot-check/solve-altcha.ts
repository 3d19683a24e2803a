import { solveChallengeWorkers } from 'altcha/lib';
import type { Challenge } from 'altcha/types';
import { ApiError } from '../api/api-error.ts';
import { request } from '../api/request.ts';

/** More workers would only make the page stutter. */
const maxWorkers = 4;

const createWorker = (): Worker => new Worker(new URL('./altcha-worker.ts', import.meta.url), { type: 'module' });

/**
 * Fetches a challenge and solves it in workers; the payload is the same as from ALTCHA's own
 * widget. Throws `insecure` on a page that was opened over http.
 */
export async function solveAltcha(): Promise<string | null> {
  // Outside a secure context browsers have no `crypto.subtle`.
  if (!isSecureContext) throw new ApiError({ code: 'insecure' });
  const challenge = await getChallenge();
  const concurrency = Math.min(maxWorkers, navigator.hardwareConcurrency || 1);
  const solution = await solveChallengeWorkers({ challenge, concurrency, createWorker });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}

const getChallenge = (): Promise<Challenge> => request('GET /api/captcha/challenge', { anonymous: true });
