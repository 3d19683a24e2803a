import { z } from 'zod';
import { EmailChangeBody } from '#contract/accounts.ts';

const { email, password } = EmailChangeBody.shape;

export const ChangeEmailForm = z.object({ email, password });
