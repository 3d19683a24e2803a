import { z } from 'zod';
import { errorCodes } from '#domain/error-code.ts';

/** The single format of all error responses. */
export const ApiErrorBody = z
  .object({
    code: z.enum(errorCodes),
    message: z.string(),
    details: z.unknown().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' });
export type ApiErrorBody = z.infer<typeof ApiErrorBody>;

/** `details` of validation_failed: one entry per field. */
export const FieldError = z.object({ field: z.string(), message: z.string(), allowed: z.array(z.string()).optional() });
export type FieldError = z.infer<typeof FieldError>;
