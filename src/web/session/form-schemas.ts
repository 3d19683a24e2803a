import { z } from 'zod';
import { Email, KnownPassword, NewPassword } from '#contract/form-fields.ts';

export const LoginForm = z.object({ email: Email, password: KnownPassword });

/** Confirms the deletion of the account by its password. */
export const DeleteForm = LoginForm.pick({ password: true });

export const RegisterForm = z
  .object({ email: Email, newPassword: NewPassword, repeat: z.string(), acceptedTerms: z.boolean() })
  .refine(({ acceptedTerms }) => acceptedTerms, { path: ['acceptedTerms'], when: () => true })
  .refine(({ newPassword, repeat }) => repeat === newPassword, { path: ['repeat'], when: () => true });

/** For a forgotten password, and to correct an address that is not confirmed yet. */
export const EmailForm = z.object({ email: Email });

export const NewPasswordForm = z
  .object({ newPassword: NewPassword, repeat: z.string() })
  .refine(({ newPassword, repeat }) => repeat !== '' && repeat === newPassword, {
    path: ['repeat'],
    when: () => true,
  });
