import { ChevronRight, CircleHelp, Moon, Sun, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { brand } from '#domain/brand.ts';
import { languages } from '#domain/language.ts';
import { languageNames } from '../../language/languages.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { setColorScheme, useColorScheme } from '../../theme/color-scheme.ts';
import { AccountButton } from './account-button.tsx';
import { BrandLink } from './brand-link.tsx';
import { useSwitchLanguage } from './language-menu.tsx';
import { useOwnLinks, useSectionLinks } from './section-links.tsx';

/** A native modal dialog: focus stays inside, Esc closes it, the page behind does not scroll. */
export function MobileMenu({ onClose }: { onClose: () => void }) {
  const { t, lang } = usePhrases();
  const dialog = useRef<HTMLDialogElement>(null);
  const sections = [...useSectionLinks(), ...useOwnLinks()];
  const switchTo = useSwitchLanguage();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = (): void => dialog.current?.close();

  return (
    <dialog ref={dialog} className="mm" aria-label={t('common.header.menu')} onClose={onClose}>
      <div className="top">
        <BrandLink onClick={close} />
        <button type="button" className="ibtn bare" aria-label={t('common.header.closeMenu')} onClick={close}>
          <X className="ic" aria-hidden="true" />
        </button>
      </div>
      <nav aria-label={t('common.header.navigation')}>
        {sections.map(({ to, text, isHere }) => (
          <Link key={to} to={to} onClick={close} aria-current={isHere ? 'page' : undefined}>
            {text}
            <ChevronRight className="ic" aria-hidden="true" />
          </Link>
        ))}
        <SchemeRow />
      </nav>
      <div className="flex flex-col gap-3 mt-auto">
        <fieldset className="seg" aria-label={t('common.header.language', languageNames[lang])}>
          {languages.map((item) => (
            <button
              key={item}
              type="button"
              className={item === lang ? 'on' : ''}
              aria-pressed={item === lang}
              onClick={() => switchTo(item)}
            >
              {languageNames[item].code}
            </button>
          ))}
        </fieldset>
        <AccountButton className="btn btn-s btn-lg" onDone={close} />
        <a className="btn btn-g" href={brand.links.support} rel="noreferrer">
          <CircleHelp className="ic" aria-hidden="true" />
          {t('common.header.support')}
        </a>
      </div>
    </dialog>
  );
}

function SchemeRow() {
  const { t } = usePhrases();
  const isDark = useColorScheme() === 'dark';
  const Icon = isDark ? Sun : Moon;
  return (
    <button type="button" className="mm-row" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? t('common.header.lightTheme') : t('common.header.darkTheme')}
      <Icon className="ic" aria-hidden="true" />
    </button>
  );
}
