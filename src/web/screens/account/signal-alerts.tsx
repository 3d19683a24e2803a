import { AlertSwitches } from '#web/alerts/alert-switches.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { writeStored } from '#web/storage/stored.ts';
import { useStored } from '#web/storage/use-stored.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';

/** Signal alerts of this browser, and whether chasing is offered after a loss. */
export function SignalAlerts() {
  const { t } = usePhrases();
  const isOffered = useStored('chase') !== 'off';
  return (
    <section className="card" aria-labelledby="alerts">
      <div className="card-h">
        <h2 className="h3" id="alerts">
          {t('automatic.alerts.onDevice')}
        </h2>
      </div>
      <div className="account-dl">
        <AlertSwitches />
        <div className="switch-rows">
          <SwitchRow
            label={t('automatic.alerts.chase')}
            note={t('automatic.alerts.chaseNote')}
            isOn={isOffered}
            onToggle={() => writeStored('chase', isOffered ? 'off' : null)}
          />
        </div>
      </div>
    </section>
  );
}
