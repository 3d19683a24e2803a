import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { callQuery } from '#web/api/queries.ts';
import { call } from '#web/api/request.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useStored, writeStored } from '#web/storage/stored.ts';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { playTone } from '#web/alerts/alert.ts';
import { AccountPage } from './account-page.tsx';
import { ForecastAlerts } from './forecast-alerts.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('common.header.alerts')));

/** All messages that the product sends by itself. */
export default function AccountAlerts() {
  return (
    <AccountPage>
      {() => (
        <>
          <ForecastAlerts />
          <SignalAlerts />
          <RequestedMails />
        </>
      )}
    </AccountPage>
  );
}

/** Signal alerts of this browser, and whether chasing is offered after a loss. */
function SignalAlerts() {
  const { t } = usePhrases();
  const isOffered = useStored('chase') !== 'off';
  return (
    <Card title={t('account.onDevice.onDevice')} titleId="alerts">
      <div className="px-6 pt-1.5 pb-2.5 phone:px-4.5">
        <AlertSwitches />
        <div>
          <SwitchRow
            label={t('account.onDevice.chase')}
            note={t('account.onDevice.chaseNote')}
            isOn={isOffered}
            onToggle={() => writeStored('chase', isOffered ? 'off' : null)}
          />
        </div>
      </div>
    </Card>
  );
}

const digest = callQuery('GET /api/user/digest-mail');

/** Mails that are sent only on request. */
export function RequestedMails() {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const { data, error } = useQuery({ ...digest, staleTime: 0 });
  const choose = useToastAction(async (isOn: boolean) => {
    queries.setQueryData(digest.queryKey, await call('PUT /api/user/digest-mail', { body: { isOn } }));
  });
  const isOn = data?.isOn === true;
  return (
    <Card title={t('account.mails.title')} titleId="requested-mails">
      <div className="px-6 pt-1.5 pb-2.5 phone:px-4.5">
        <div>
          <SwitchRow
            label={t('account.mails.digest.label')}
            note={t(error && !data ? 'account.mails.failed' : 'account.mails.digest.note')}
            isOn={isOn}
            isDisabled={!data || choose.isBusy}
            onToggle={() => void choose.run(!isOn)}
          />
        </div>
      </div>
    </Card>
  );
}

/** Signal alerts of this browser: all off until the user enables them. */
function AlertSwitches() {
  const { t } = usePhrases();
  return (
    <div>
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
