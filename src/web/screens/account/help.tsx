import { Keyboard } from 'lucide-react';
import { usePhrases } from '../../language/use-phrases.ts';
import { showShortcuts } from '../../layouts/show-shortcuts.ts';
import { writeStored } from '../../storage/stored.ts';
import { useStored } from '../../storage/use-stored.ts';
import { RestartButton } from '../../tutorial/restart-button.tsx';

/** The tutorial once more, and the keys. */
export function Help() {
  const { t } = usePhrases();
  const areKeysOn = useStored('shortcuts') !== 'off';
  return (
    <section className="card" aria-labelledby="help">
      <div className="card-h">
        <h2 className="h3" id="help">
          {t('account.help')}
        </h2>
        <RestartButton />
      </div>
      <div className="row sb wr g3 px-6 py-3">
        <label className="check">
          <input
            type="checkbox"
            checked={areKeysOn}
            onChange={() => writeStored('shortcuts', areKeysOn ? 'off' : null)}
          />
          {t('shell.shortcuts.on')}
        </label>
        <button type="button" className="btn btn-g btn-sm" onClick={showShortcuts}>
          <Keyboard className="ic" aria-hidden="true" />
          {t('shell.shortcuts.open')}
        </button>
      </div>
    </section>
  );
}
