import type { ConsumerBacklog, SystemState } from '#contract/admin/system.ts';
import type { ProcessState } from '#contract/health.ts';

export interface SystemApi {
  /** What runs in and beside this process, at this moment. */
  readSystem(): Promise<SystemState>;
  /** This process among the others, and how late each consumer is; null: the database does not answer. */
  readState(): Promise<
    ProcessState & {
      readonly consumers: ConsumerBacklog[] | null;
      readonly pairs: { readonly offered: number; readonly notOffered: string[] } | null;
    }
  >;
}
