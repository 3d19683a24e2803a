import { Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AppTheme, appThemes } from '#domain/app-theme.ts';
import { type Language, languages } from '#domain/language.ts';
import { languageNames } from '#web/language/languages.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useSwitchLanguage } from '#web/layouts/header/language-menu.tsx';
import { showShortcuts } from '#web/layouts/shortcut-keys.ts';
import { useStored, writeStored } from '#web/storage/stored.ts';
import {
  chooseAppTheme,
  chooseMotion,
  followSystemScheme,
  type Motion,
  setColorScheme,
  useDecorations,
} from '#web/theme/appearance.ts';
import { RestartButton } from '#web/tutorial/restart-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { AccountPage } from './account-page.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.pages.appearance')));

/** How the product looks, its tour and its keys. */
export default function AccountAppearance() {
  return (
    <AccountPage>
      {() => (
        <>
          <Appearance />
          <Help />
        </>
      )}
    </AccountPage>
  );
}

const schemes = ['dark', 'light', 'system'] as const;
const motions = ['system', 'still'] as const;
const seasonMotions = ['moving', 'still'] as const;

function Appearance() {
  const { t, lang } = usePhrases();
  const switchLanguage = useSwitchLanguage();
  const scheme = useStored('color-scheme') ?? 'system';
  const hasDecorations = useDecorations();
  const motion = useStored('motion') ?? 'system';
  const seasonMotion = useStored('season-paused') === 'yes' ? 'still' : 'moving';
  return (
    <Card title={t('account.look')} titleId="look">
      <div className="px-6 pt-1.5 pb-2.5 phone:px-4.5">
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
          title={t('common.theme.title')}
          choices={appThemes}
          chosen={hasDecorations ? 'halloween' : 'basic'}
          word={(choice) => t(`common.theme.${choice}`)}
          onChoose={chooseAppTheme}
        />
        {hasDecorations && motion === 'system' && (
          <Choice
            name="season-motion"
            title={t('common.theme.motion')}
            choices={seasonMotions}
            chosen={seasonMotion}
            word={(choice) => t(`common.theme.${choice}`)}
            onChoose={(choice) => writeStored('season-paused', choice === 'still' ? 'yes' : null)}
          >
            <p className="text-13 text-ink-3">{t('common.theme.note')}</p>
          </Choice>
        )}
      </div>
    </Card>
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
    <fieldset className="flex items-center gap-3 justify-between flex-wrap flex py-2.75 [&>p]:w-full [&>p]:mt-1.5 [&_legend]:float-left [&_legend]:mr-auto [&_.seg]:w-[min(320px,100%)] [&+&]:border-t [&+&]:border-line">
      <legend className="text-14 text-ink-3">{title}</legend>
      <SegmentedRadio className="sm" name={name} options={choices} chosen={chosen} label={word} onChoose={onChoose} />
      {children}
    </fieldset>
  );
}

/** Restarts the tutorial, and shows the keyboard shortcuts. */
function Help() {
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
      <div className="flex flex-col px-6 pt-1.5 pb-2.5 phone:px-4.5">
        <SwitchRow
          label={t('common.shortcuts.on')}
          note={t('common.shortcuts.lead')}
          isOn={areKeysOn}
          onToggle={() => writeStored('shortcuts', areKeysOn ? 'off' : null)}
        />
        <Button
          look="g sm"
          className="self-start -ml-3.5"
          onClick={showShortcuts}
          icon={Keyboard}
          text={t('common.shortcuts.title')}
        />
      </div>
    </section>
  );
}
