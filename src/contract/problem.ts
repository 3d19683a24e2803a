import { z } from 'zod';
import { errorCodes } from '#domain/error-code.ts';

/** The one form in which anything is refused. */
export const Problem = z
  .object({
    code: z.enum(errorCodes),
    message: z.string(),
    details: z.unknown().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

/** `details` of validation_failed: one entry a field. */
export const FieldFault = z.object({ field: z.string(), message: z.string(), allowed: z.array(z.string()).optional() });
export type FieldFault = z.infer<typeof FieldFault>;
