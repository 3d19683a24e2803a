import { z } from 'zod';
import { Email, EmailChangeBody, LoginBody, NewPassword } from '#contract/accounts.ts';

export const LoginForm = z.object({ email: LoginBody.shape.email, password: LoginBody.shape.password });

export const RegisterForm = z
  .object({ email: Email, newPassword: NewPassword, repeat: z.string(), acceptedTerms: z.boolean() })
  .refine(({ acceptedTerms }) => acceptedTerms, { path: ['acceptedTerms'], when: () => true })
  .refine(({ newPassword, repeat }) => repeat === newPassword, { path: ['repeat'], when: () => true });

/** Of a forgotten password, and of a mistyped address that is not confirmed yet. */
export const EmailForm = z.object({ email: Email });

export const NewPasswordForm = z
  .object({ newPassword: NewPassword, repeat: z.string() })
  .refine(({ newPassword, repeat }) => repeat !== '' && repeat === newPassword, {
    path: ['repeat'],
    when: () => true,
  });

const { email, password } = EmailChangeBody.shape;

export const ChangeEmailForm = z.object({ email, password });
