import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import { playTone } from '#web/alerts/play-tone.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { writeStored } from '#web/storage/stored.ts';
import { useStored } from '#web/storage/use-stored.ts';
import type { LookAgain } from './look-again.ts';

/**
 * Searches automatically and alerts when there is a signal: by notification, or by sound where
 * notifications are unavailable.
 */
export function NotifyButton({ lookAgain }: { readonly lookAgain: LookAgain }) {
  const { t } = usePhrases();
  const isSoundOn = useStored('sound') === 'yes';
  const [canNotify, setCanNotify] = useState(() => permission() === 'granted');
  const isNotified = useStored('notifications') === 'yes' && canNotify;
  const isOn = lookAgain.isOn && (isNotified || isSoundOn);
  const turnOn = async (): Promise<void> => {
    lookAgain.start();
    const answer = permission() === 'default' ? await Notification.requestPermission() : permission();
    setCanNotify(answer === 'granted');
    if (answer === 'granted') return writeStored('notifications', 'yes');
    writeStored('sound', 'yes');
    playTone('found');
  };
  const toggle = (): void => (isOn ? lookAgain.stop() : void turnOn());
  const Icon = isOn ? BellRing : Bell;
  return (
    <>
      <button type="button" className="btn btn-s" aria-pressed={isOn} onClick={toggle}>
        <Icon className="ic" aria-hidden="true" />
        {t('signal.none.notify')}
      </button>
      <p className="text-13 text-ink-3 w-full" role="status">
        {isOn && t(isNotified ? 'signal.none.notifyNote' : 'signal.none.notifySound')}
      </p>
    </>
  );
}

const permission = (): NotificationPermission => ('Notification' in globalThis ? Notification.permission : 'denied');
