import { ApiError } from './api-error.ts';

/** The body of our own server's response, typed by the contract and not validated (decision 112). */
export async function trustJson<Answer>(response: Response): Promise<Answer> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a validator would weigh more than the pages
    return (await response.json()) as Answer;
  } catch {
    throw new ApiError({ code: 'unreadable' });
  }
}
