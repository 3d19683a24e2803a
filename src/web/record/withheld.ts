import { ApiError, connectionCodes } from '../api/api-error.ts';

/** The server refuses to show a leaf, or leaves it out of its answer. */
export class Withheld extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`leaf ${index} is not shown`);
    this.index = index;
  }
}

/** Reports a refusal as that of this leaf. No connection, and too many requests, are no refusals. */
export async function shown<Answer>(index: number, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw isRefusal(error) ? new Withheld(index) : error;
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== 'rate_limited' &&
  !connectionCodes.some((code) => code === error.code && code !== 'unreadable');
