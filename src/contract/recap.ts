import { z } from 'zod';

/** Whether the daily recap is sent by mail; off until turned on. */
export const RecapMail = z.strictObject({ isOn: z.boolean() }).meta({ id: 'RecapMail' });
export type RecapMail = z.infer<typeof RecapMail>;
