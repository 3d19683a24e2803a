import type { ConsumerBacklog, SystemState } from '#contract/admin/system.ts';
import type { ProcessState } from '#contract/health.ts';

/** PUBLIC_URL from here. `plain`: without https, as on one machine. Milliseconds UTC. */
export type PublicAddress =
  | { readonly state: 'plain' | 'down' }
  | { readonly state: 'up'; readonly certificateEndsAt: number };

export interface Machine {
  /** Left to this user on the disk of DATA_DIR. */
  readonly freeBytes: number;
  /** Milliseconds UTC; null: no backup was made. */
  readonly backupAt: number | null;
  readonly address: PublicAddress;
}

export interface SystemApi {
  /** What runs in and beside this process, at this moment. */
  readSystem(): Promise<SystemState>;
  readMachine(): Promise<Machine>;
  /** This process among the others, and how late each consumer is; null: the database does not answer. */
  readState(): Promise<
    ProcessState & {
      readonly consumers: ConsumerBacklog[] | null;
      readonly pairs: { readonly offered: number; readonly notOffered: string[] } | null;
    }
  >;
}
