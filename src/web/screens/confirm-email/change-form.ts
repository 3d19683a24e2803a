import { z } from 'zod';
import { Email } from '#contract/accounts.ts';

export const ChangeForm = z.object({ email: Email });
