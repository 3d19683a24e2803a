import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { usePhrases } from '../language/use-phrases.ts';
import { announce } from '../ui/feedback/announcer.ts';

/** Shown while the browser is offline: nothing on the page is current. */
export function ConnectionNotice() {
  const { t } = usePhrases();
  const isOnline = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
  const wasOnline = useRef(isOnline);
  const [lost, back] = [t('shell.connection.lost'), t('shell.connection.back')];
  useEffect(() => {
    if (wasOnline.current !== isOnline) announce(isOnline ? back : lost);
    wasOnline.current = isOnline;
  }, [isOnline, lost, back]);
  if (isOnline) return null;
  return (
    <section className="connection" aria-label={t('shell.connection.label')}>
      <span className="chip warn">
        <WifiOff className="ic" aria-hidden="true" />
        {lost}
      </span>
    </section>
  );
}

function onConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
