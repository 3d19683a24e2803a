import type { SystemState } from '#contract/admin-system.ts';

export interface SystemApi {
  /** What runs in and beside this process, at this moment. */
  readSystem(): Promise<SystemState>;
}
