import { useEffect } from 'react';
import type { Signal } from '#contract/signals.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { announce } from '#web/ui/announcer.ts';
import { entryWindowOf } from './use-entry.ts';

/** Announces only the changes of the state; the seconds can be read at any time. */
export function useEntryAnnouncements(signal: Signal): void {
  const { t } = usePhrases();
  const issuedAt = Date.parse(signal.time);
  const { freshMs, worthMs } = entryWindowOf(signal);
  useEffect(() => {
    const changes = [
      { atMs: freshMs, text: t('signal.entry.worth.title') },
      { atMs: worthMs, text: t('signal.entry.late.title') },
    ];
    const due = changes.filter(({ atMs }) => atMs <= worthMs && issuedAt + atMs > serverClock.now());
    const timers = due.map(({ atMs, text }) => setTimeout(() => announce(text), issuedAt + atMs - serverClock.now()));
    return () => timers.forEach(clearTimeout);
  }, [issuedAt, freshMs, worthMs, t]);
}
