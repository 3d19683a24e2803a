import { CircleHelp, Menu, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { brand } from '#domain/brand.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { setColorScheme, useColorScheme } from '../../theme/color-scheme.ts';
import { AccountButton } from './account-button.tsx';
import { BrandLink } from './brand-link.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { useSectionLinks } from './section-links.tsx';

export function Header() {
  const { t } = usePhrases();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const sections = useSectionLinks();
  return (
    <header className="hd">
      <div className="wrap">
        <BrandLink onClick={() => scrollTo({ top: 0 })} />
        <nav className="nav" aria-label={t('common.header.navigation')}>
          {sections.map(({ to, text, isHere }) => (
            <Link key={to} to={to} className={isHere ? 'on' : ''} aria-current={isHere ? 'page' : undefined}>
              {text}
            </Link>
          ))}
        </nav>
        <div className="hd-r">
          <a
            className="ibtn bare desk"
            href={brand.links.support}
            aria-label={t('common.header.support')}
            rel="noreferrer"
          >
            <CircleHelp className="ic" aria-hidden="true" />
          </a>
          <SchemeButton />
          <LanguageMenu />
          <div className="desk acc-links">
            <AccountButton className="btn btn-s btn-sm" registerClassName="btn btn-p btn-sm" />
          </div>
          <button
            type="button"
            className="ibtn bare burger"
            aria-label={t('common.header.menu')}
            aria-haspopup="dialog"
            onClick={() => setIsMenuOpen(true)}
          >
            <Menu className="ic" aria-hidden="true" />
          </button>
        </div>
      </div>
      {isMenuOpen && <MobileMenu onClose={() => setIsMenuOpen(false)} />}
    </header>
  );
}

function SchemeButton() {
  const { t } = usePhrases();
  const isDark = useColorScheme() === 'dark';
  const Icon = isDark ? Sun : Moon;
  return (
    <button
      type="button"
      className="ibtn bare desk"
      aria-label={isDark ? t('common.header.lightTheme') : t('common.header.darkTheme')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon className="ic" aria-hidden="true" />
    </button>
  );
}
