import { ApiProblem } from '../../api/api-problem.ts';

/** The fields that a refusal names, with its words; none where it is about something else. */
export function serverFaults(error: unknown): readonly (readonly [field: string, message: string])[] {
  if (!(error instanceof ApiProblem) || error.code !== 'validation_failed' || !Array.isArray(error.details)) return [];
  return error.details.flatMap((fault: unknown) => {
    const { field, message } = Object(fault) as Readonly<Partial<Record<string, unknown>>>;
    return typeof field === 'string' && typeof message === 'string' ? [[field, message] as const] : [];
  });
}
