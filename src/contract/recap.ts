import { z } from 'zod';

/** Whether a mail that users ask for is sent: the daily recap, or the weekly digest. Off until turned on. */
export const RequestedMail = z.strictObject({ isOn: z.boolean() }).meta({ id: 'RequestedMail' });
export type RequestedMail = z.infer<typeof RequestedMail>;
