/**
 * Ctrl-C arrives from the terminal and again through npm: within this time both count as one
 * signal.
 */
const sameSignalMs = 1_000;
const stopWithinMs = 9_500;

/**
 * SIGINT, SIGTERM, or the end of the launcher stop the product in order; a second signal ends it at
 * once.
 */
export function stopOnSignals({ stop }: { stop: () => Promise<void> }): void {
  let requestedAt: number | null = null;
  const onSignal = () => {
    const now = performance.now();
    if (requestedAt !== null && now - requestedAt > sameSignalMs) process.exit(130);
    if (requestedAt !== null) return;
    requestedAt = now;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('disconnect', onSignal);
}
