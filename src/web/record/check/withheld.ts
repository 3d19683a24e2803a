import { ApiError, connectionCodes } from '#web/api/api-error.ts';

/** The server does not show a leaf. */
export class Withheld extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`leaf ${index} is not shown`);
    this.index = index;
  }
}

/**
 * Turns an error response of the server into `Withheld`, except for a lost connection and too many
 * requests.
 */
export async function shown<Answer>(index: number, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw isServerError(error) ? new Withheld(index) : error;
  }
}

const isServerError = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== 'rate_limited' &&
  !connectionCodes.some((code) => code === error.code && code !== 'unreadable');
