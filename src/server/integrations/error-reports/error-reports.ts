import type { Component } from '#server/start/component.ts';

/** Reports errors to a service of the operator; without one there is none. */
export interface ErrorReports {
  /** Never throws and is not awaited. `what`: the line of the log that names what failed. */
  report(error: unknown, what: string): void;
  /** Resolves once everything reported was sent, or after two seconds. */
  flush(): Promise<void>;
  readonly component: Component;
}
