import { z } from 'zod';
import { Email } from '#contract/accounts.ts';

export const ForgotForm = z.object({ email: Email });
