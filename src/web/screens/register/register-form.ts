import { z } from 'zod';
import { Email, NewPassword } from '#contract/accounts.ts';

export const RegisterForm = z
  .object({ email: Email, newPassword: NewPassword, repeat: z.string(), acceptedTerms: z.boolean() })
  .refine(({ acceptedTerms }) => acceptedTerms, { path: ['acceptedTerms'], when: () => true })
  .refine(({ newPassword, repeat }) => repeat === newPassword, { path: ['repeat'], when: () => true });
