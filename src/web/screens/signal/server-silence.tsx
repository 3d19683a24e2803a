import { useEffect, useState } from 'react';
import { eventHub } from '#web/api/event-hub.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { HeaderNotice } from '#web/layouts/header/header-notice.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';

/** Seconds; a restart takes less. */
const closedForSeconds = 10;
/** More than two heartbeats of the stream were missed. Seconds. */
const openForSeconds = 40;

/**
 * Whether the browser has a network and the stream has been silent for too long: the server does
 * not answer. Counts timer ticks, so that the time a sleeping tab misses is no silence.
 */
export function useIsServerSilent(): boolean {
  const [isSilent, setIsSilent] = useState(false);
  useEffect(() => {
    let before = eventHub.health();
    let seconds = 0;
    const timer = setInterval(() => {
      const health = eventHub.health();
      const isHeard = health.lastEventAt !== before.lastEventAt || (health.isOpen && !before.isOpen);
      before = health;
      seconds = isHeard || !navigator.onLine ? 0 : seconds + 1;
      // A second tab receives nothing before the next heartbeat of the stream that the first one holds.
      const isBroken = !health.isOpen && health.lastEventAt !== null;
      setIsSilent(seconds >= (isBroken ? closedForSeconds : openForSeconds));
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return isSilent;
}

/** In the place of the notice that the browser is offline. */
export function ServerSilence() {
  const { t } = usePhrases();
  const text = t('signal.serverSilent');
  useEffect(() => announce(text), [text]);
  return <HeaderNotice text={text} />;
}
