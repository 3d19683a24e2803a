import { Bell, BellRing } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { onStored, readStored, writeStored } from '#web/storage/stored.ts';

/** Toggles the reminder of the market opening. */
export function RemindButton({ opensAt }: { opensAt: number }) {
  const { t } = usePhrases();
  const isOn = useSyncExternalStore(onStored, () => readStored('remind-open') === opensAt);
  const [canNotify, setCanNotify] = useState(() => permission() === 'granted');
  const toggle = async (): Promise<void> => {
    writeStored('remind-open', isOn ? null : opensAt);
    if (!isOn && permission() === 'default') setCanNotify((await Notification.requestPermission()) === 'granted');
  };
  const Icon = isOn ? BellRing : Bell;
  return (
    <>
      <button type="button" className="btn btn-s" aria-pressed={isOn} onClick={() => void toggle()}>
        <Icon className="ic" aria-hidden="true" />
        {t(isOn ? 'signal.resting.reminding' : 'signal.resting.remind')}
      </button>
      <p className="text-13 text-ink-3" role="status">
        {isOn && t(canNotify ? 'signal.resting.remindNote' : 'signal.resting.remindSound')}
      </p>
    </>
  );
}

const permission = (): NotificationPermission => ('Notification' in globalThis ? Notification.permission : 'denied');
