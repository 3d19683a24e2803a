export interface Progress {
  /** A line on stderr: stage, percent of it, time since the start. At most one line per percent. */
  report(stage: string, share: number): void;
}

export function createProgress(now: () => number, write: (line: string) => void): Progress {
  const startedAt = now();
  let last = '';
  return {
    report(stage, share) {
      const step = `${stage} ${Math.floor(100 * share)} %`;
      if (step === last) return;
      last = step;
      const seconds = Math.round((now() - startedAt) / 1000);
      write(`${step}, ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}\n`);
    },
  };
}
