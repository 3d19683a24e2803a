import type { ReactNode } from 'react';
import { type AppTheme, appThemes } from '#domain/app-theme.ts';
import { type Language, languages } from '#domain/language.ts';
import { languageNames } from '#web/language/languages.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useSwitchLanguage } from '#web/layouts/header/language-menu.tsx';
import { writeStored } from '#web/storage/stored.ts';
import { useStored } from '#web/storage/use-stored.ts';
import { chooseAppTheme, useAppTheme } from '#web/theme/app-theme.ts';
import { chooseMotion, type Motion } from '#web/theme/motion.ts';
import { followSystemScheme, setColorScheme } from '#web/theme/color-scheme.ts';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';

const schemes = ['dark', 'light', 'system'] as const;
const motions = ['system', 'still'] as const;
const seasonMotions = ['moving', 'still'] as const;

export function Appearance() {
  const { t, lang } = usePhrases();
  const switchLanguage = useSwitchLanguage();
  const scheme = useStored('color-scheme') ?? 'system';
  const theme = useAppTheme();
  const motion = useStored('motion') ?? 'system';
  const seasonMotion = useStored('season-paused') === 'yes' ? 'still' : 'moving';
  return (
    <section className="card" aria-labelledby="look">
      <div className="card-h">
        <h2 className="h3" id="look">
          {t('account.look')}
        </h2>
      </div>
      <div className="account-dl">
        <Choice<Language>
          name="language"
          title={t('account.language')}
          choices={languages}
          chosen={lang}
          word={(choice) => languageNames[choice].name}
          onChoose={switchLanguage}
        />
        <Choice
          name="scheme"
          title={t('account.scheme')}
          choices={schemes}
          chosen={scheme}
          word={(choice) => t(`account.${choice}`)}
          onChoose={(choice) => (choice === 'system' ? followSystemScheme() : setColorScheme(choice))}
        />
        <Choice<Motion>
          name="motion"
          title={t('account.motion')}
          choices={motions}
          chosen={motion}
          word={(choice) => t(`account.motions.${choice}`)}
          onChoose={chooseMotion}
        >
          <p className="text-13 text-ink-3">{t('account.motionNote')}</p>
        </Choice>
        <Choice<AppTheme>
          name="theme"
          title={t('shell.theme.title')}
          choices={appThemes}
          chosen={theme}
          word={(choice) => t(`shell.theme.${choice}`)}
          onChoose={chooseAppTheme}
        />
        {theme === 'halloween' && motion === 'system' && (
          <Choice
            name="season-motion"
            title={t('shell.theme.motion')}
            choices={seasonMotions}
            chosen={seasonMotion}
            word={(choice) => t(`shell.theme.${choice}`)}
            onChoose={(choice) => writeStored('season-paused', choice === 'still' ? 'yes' : null)}
          >
            <p className="text-13 text-ink-3">{t('shell.theme.note')}</p>
          </Choice>
        )}
      </div>
    </section>
  );
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly title: string;
  readonly choices: readonly Value[];
  readonly chosen: Value | null;
  readonly word: (choice: Value) => string;
  readonly onChoose: (choice: Value) => void;
  readonly children?: ReactNode;
}

function Choice<Value extends string>({ name, title, choices, chosen, word, onChoose, children }: ChoiceProps<Value>) {
  return (
    <fieldset className="flex items-center gap-3 justify-between flex-wrap account-scheme">
      <legend className="text-14 text-ink-3">{title}</legend>
      <SegmentedRadio className="sm" name={name} options={choices} chosen={chosen} label={word} onChoose={onChoose} />
      {children}
    </fieldset>
  );
}
