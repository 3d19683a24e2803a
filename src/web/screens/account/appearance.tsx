import { usePhrases } from '../../language/use-phrases.ts';
import { useStored } from '../../storage/use-stored.ts';
import { followSystemScheme, setColorScheme } from '../../theme/color-scheme.ts';

const choices = ['dark', 'light', 'system'] as const;

export function Appearance() {
  const { t } = usePhrases();
  const chosen = useStored('color-scheme') ?? 'system';
  const choose = (choice: (typeof choices)[number]): void =>
    choice === 'system' ? followSystemScheme() : setColorScheme(choice);
  return (
    <section className="card" aria-labelledby="look">
      <div className="card-h">
        <h2 className="h3" id="look">
          {t('account.look')}
        </h2>
      </div>
      <div className="account-dl">
        <fieldset className="row sb wr account-scheme">
          <legend className="s14 t3">{t('account.scheme')}</legend>
          <div className="seg sm">
            {choices.map((choice) => (
              <label key={choice}>
                <input
                  type="radio"
                  className="sr"
                  name="scheme"
                  checked={choice === chosen}
                  onChange={() => choose(choice)}
                />
                {t(`account.${choice}`)}
              </label>
            ))}
          </div>
        </fieldset>
      </div>
    </section>
  );
}
