interface BackgroundAuditDependencies {
  readonly onError: (error: unknown) => void;
}

/** One audit at a time, beside what is signed meanwhile. */
export function createBackgroundAudit({ onError }: BackgroundAuditDependencies) {
  let running: Promise<void> | null = null;
  return {
    /** Does nothing while one runs. */
    run: (audit: () => Promise<void>): void => {
      running ??= audit()
        .catch(onError)
        .finally(() => {
          running = null;
        });
    },
    ended: async (): Promise<void> => {
      await running;
    },
  };
}
