import { useEffect, useEffectEvent } from 'react';
import { playTone } from '#web/alerts/alert.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useStore } from '#web/create-store.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { openModels, useOutlook } from '../use-outlook.ts';
import { isWatchMet, pageWatch } from './watched.ts';

/** For a browser without pushes: a sound and the tab's title when the edge that is watched appears. */
export default function EdgeAlert({ balance }: { readonly balance: number | null }): null {
  const { t } = usePhrases();
  const watch = useStore(pageWatch);
  const outlook = useOutlook({ isWatched: true });
  const models = useWorkingStats()?.models;
  const alert = useEffectEvent(() => {
    if (!watch || !outlook || !models) return;
    if (Date.parse(watch.until) <= serverClock.now()) return pageWatch.set(null);
    if (!isWatchMet(watch, outlook, openModels(models, balance))) return;
    pageWatch.set(null);
    playTone('found');
    announce(t('signal.none.titleEdge'));
    showTitleUntilSeen(t('signal.none.tabTitle'));
  });
  useEffect(() => alert(), [watch, outlook, models]);
  return null;
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
