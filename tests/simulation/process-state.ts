export interface Interruption {
  /** Of the operations that count, so many come before. */
  left: number;
  readonly when: 'before' | 'after';
  /** Only operations in a transaction that has written count. */
  readonly isInWriting: boolean;
  act(): void;
}

/** What failures change of a process. */
export interface ProcessState {
  readonly name: string;
  isAlive: boolean;
  /** Neither its timers nor its operations run until then. */
  pausedUntil: number;
  /** How far its clock is ahead of the true time, milliseconds. */
  clockAheadMs: number;
  /** Of each operation. */
  latencyMs: number;
  /** Share of its statements whose connection is lost, before them or with their answer. */
  lossShare: number;
  /** Its statements fail. */
  isDatabaseAway: boolean;
  /** What happens to it before or after an operation; null: nothing. */
  interruption: Interruption | null;
}
