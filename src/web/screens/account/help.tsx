import { Keyboard } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { showShortcuts } from '#web/layouts/shortcut-keys.ts';
import { writeStored } from '#web/storage/stored.ts';
import { useStored } from '#web/storage/use-stored.ts';
import { RestartButton } from '#web/tutorial/restart-button.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';

/** Restarts the tutorial, and shows the keyboard shortcuts. */
export function Help() {
  const { t } = usePhrases();
  const areKeysOn = useStored('shortcuts') !== 'off';
  return (
    <section className="card" aria-labelledby="help">
      <div className="card-h flex-wrap">
        <h2 className="h3" id="help">
          {t('account.help')}
        </h2>
        <RestartButton />
      </div>
      <div className="flex flex-col account-dl">
        <SwitchRow
          label={t('shell.shortcuts.on')}
          note={t('shell.shortcuts.lead')}
          isOn={areKeysOn}
          onToggle={() => writeStored('shortcuts', areKeysOn ? 'off' : null)}
        />
        <button type="button" className="btn btn-g btn-sm self-start -ml-3.5" onClick={showShortcuts}>
          <Keyboard className="ic" aria-hidden="true" />
          {t('shell.shortcuts.open')}
        </button>
      </div>
    </section>
  );
}
