import { createProgress } from '#scripts/command/progress.ts';

interface DownloadBarDependencies {
  readonly total: number;
  /** Days that were already cached. */
  readonly saved: number;
  readonly isTerminal: boolean;
  readonly now: () => number;
  readonly write: (text: string) => void;
}

export interface DownloadBar {
  /** One more day is done. */
  advance(what: string): void;
  /** Reports a pause before a retry. */
  wait(error: string, ms: number): void;
  done(): number;
}

const width = 30;

/** On a terminal one line that is updated; elsewhere, in a log, one line per percent. */
export function createDownloadBar({ total, saved, isTerminal, now, write }: DownloadBarDependencies): DownloadBar {
  const startedAt = now();
  const lines = createProgress(now, write);
  let done = saved;
  if (saved > 0) write(`${saved} of ${total} days were here already.\n`);

  function advance(what: string): void {
    done += 1;
    if (isTerminal) write(`\r\u001b[K${barText(done / total)} ${done} of ${total} days, ${left()}  ${what}`);
    else lines.report('downloading', done / total);
  }

  function wait(error: string, ms: number): void {
    const text = `${error}; trying again in ${Math.round(ms / 1000)} s`;
    write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
  }

  function left(): string {
    const seconds = Math.round(((now() - startedAt) * (total - done)) / (done - saved) / 1000);
    return `about ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
  }

  return { advance, wait, done: () => done };
}

function barText(share: number): string {
  const full = Math.floor(width * share);
  return `[${'█'.repeat(full)}${'░'.repeat(width - full)}] ${Math.floor(100 * share)} %`;
}
