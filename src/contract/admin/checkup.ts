import { z } from 'zod';

const Finding = z.object({
  code: z.string(),
  subject: z.string(),
  /** `failure`: the product cannot run; `warning`: it runs with less; `absent`: not configured, or not to be seen. */
  state: z.enum(['ok', 'warning', 'failure', 'absent']),
  text: z.string(),
  /** A name, a version or a measurement; null: none. */
  detail: z.string().nullable(),
  /** What to do; null: nothing. */
  advice: z.string().nullable(),
});

/** What the operator's machine, settings and partners lack, in English. */
export const Checkup = z.object({ findings: z.array(Finding) }).meta({ id: 'Checkup' });
export type Checkup = z.infer<typeof Checkup>;
