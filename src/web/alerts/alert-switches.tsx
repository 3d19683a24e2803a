import { useState } from 'react';
import { usePhrases } from '../language/use-phrases.ts';
import { useStored, writeStored } from '../storage/stored.ts';
import { SwitchRow } from '../ui/switch-row.tsx';
import { playTone } from './alert.ts';

/** Signal alerts of this browser: all off until the user enables them. */
export default function AlertSwitches() {
  const { t } = usePhrases();
  return (
    <div className="switch-rows">
      <Switch
        name="sound"
        label={t('account.onDevice.sound')}
        note={t('account.onDevice.soundNote')}
        isPossible={'AudioContext' in globalThis}
        onSwitchedOn={() => playTone('found')}
      />
      <Switch
        name="vibration"
        label={t('account.onDevice.vibration')}
        isPossible={'vibrate' in navigator}
        onSwitchedOn={() => navigator.vibrate(120)}
      />
      <Switch
        name="wake-lock"
        label={t('account.onDevice.wakeLock')}
        note={t('account.onDevice.wakeLockNote')}
        isPossible={'wakeLock' in navigator}
      />
      <Notifications />
    </div>
  );
}

interface SwitchProps {
  readonly name: 'sound' | 'vibration' | 'wake-lock';
  readonly label: string;
  readonly note?: string;
  readonly isPossible: boolean;
  /** Plays a preview; the browser also requires a user gesture before the first sound. */
  readonly onSwitchedOn?: () => void;
}

function Switch({ name, label, note = '', isPossible, onSwitchedOn }: SwitchProps) {
  const { t } = usePhrases();
  const isOn = useStored(name) === 'yes';
  const toggle = (): void => {
    writeStored(name, isOn ? null : 'yes');
    if (!isOn) onSwitchedOn?.();
  };
  return (
    <SwitchRow
      label={label}
      note={isPossible ? note : t('account.onDevice.unavailable')}
      isOn={isOn && isPossible}
      isDisabled={!isPossible}
      onToggle={toggle}
    />
  );
}

/** The browser prompts for permission itself and stores the answer. */
function Notifications() {
  const { t } = usePhrases();
  const isPossible = 'Notification' in globalThis;
  const isWanted = useStored('notifications') === 'yes';
  const [permission, setPermission] = useState(() => (isPossible ? Notification.permission : 'denied'));
  const toggle = async (): Promise<void> => {
    if (isWanted) return writeStored('notifications', null);
    const answer = permission === 'granted' ? permission : await Notification.requestPermission();
    setPermission(answer);
    if (answer === 'granted') writeStored('notifications', 'yes');
  };
  const denied = isPossible && permission === 'denied' ? t('account.onDevice.notificationsDenied') : null;
  return (
    <SwitchRow
      label={t('account.onDevice.notifications')}
      note={denied ?? (isPossible ? t('account.onDevice.notificationsNote') : t('account.onDevice.unavailable'))}
      isOn={isWanted && permission === 'granted'}
      isDisabled={!isPossible || permission === 'denied'}
      onToggle={() => void toggle()}
    />
  );
}
