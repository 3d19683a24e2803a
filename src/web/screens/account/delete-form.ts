import { z } from 'zod';
import { DeleteAccountBody } from '#contract/own-data.ts';

export const DeleteForm = z.object({ password: DeleteAccountBody.shape.password });
