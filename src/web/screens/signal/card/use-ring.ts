import { useEffect, useEffectEvent, useRef } from 'react';
import type { AutoRun } from '#contract/signals.ts';
import { playTone } from '#web/alerts/alert.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { readStored } from '#web/storage/stored.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';

/** Rings when a run has found a signal, announced or taken: a sound and the tab's title; the server sends the push. */
export function useRing(run: AutoRun | null): void {
  const { t } = usePhrases();
  const found = run?.found?.until ?? null;
  const taken = run?.take ? run.lastSignalId : null;
  const before = useRef<{ readonly runId: string; readonly taken: string | null } | null>(null);
  const ring = useEffectEvent(() => {
    if (readStored('ring') === 'off') return;
    if (!readStored('sound')) playTone('found');
    showTitleUntilSeen(t('signal.card.ready'));
  });
  useEffect(() => {
    if (found === null) return;
    announce(t('signal.card.ready'));
    ring();
  }, [found, t]);
  // What a run had taken before the page was opened is no news.
  const runId = run?.id ?? null;
  useEffect(() => {
    const known = before.current;
    before.current = runId === null ? null : { runId, taken };
    if (taken !== null && known?.runId === runId && known.taken !== taken) ring();
  }, [runId, taken]);
}

/** Names the tab until the page is looked at; at once nothing if it already is. */
function showTitleUntilSeen(title: string): void {
  if (isSeen()) return;
  const own = document.title;
  document.title = title;
  const restore = (): void => {
    if (!isSeen()) return;
    // Another screen may have set its own title by now.
    if (document.title === title) document.title = own;
    document.removeEventListener('visibilitychange', restore);
    removeEventListener('focus', restore);
  };
  document.addEventListener('visibilitychange', restore);
  addEventListener('focus', restore);
}

const isSeen = (): boolean => document.visibilityState === 'visible' && document.hasFocus();
