import { z } from 'zod';
import { errorCodes } from '#domain/error-code.ts';

/** The one form in which anything is refused. */
export const ApiErrorBody = z
  .object({
    code: z.enum(errorCodes),
    message: z.string(),
    details: z.unknown().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' });
export type ApiErrorBody = z.infer<typeof ApiErrorBody>;

/** `details` of validation_failed: one entry a field. */
export const FieldError = z.object({ field: z.string(), message: z.string(), allowed: z.array(z.string()).optional() });
export type FieldError = z.infer<typeof FieldError>;
