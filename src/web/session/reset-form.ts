import { z } from 'zod';
import { NewPassword } from '#contract/accounts.ts';

export const ResetForm = z
  .object({ newPassword: NewPassword, repeat: z.string() })
  .refine(({ newPassword, repeat }) => repeat !== '' && repeat === newPassword, {
    path: ['repeat'],
    when: () => true,
  });
