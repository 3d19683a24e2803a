import { z } from 'zod';
import { LoginBody } from '#contract/accounts.ts';

export const LoginForm = z.object({ email: LoginBody.shape.email, password: LoginBody.shape.password });
