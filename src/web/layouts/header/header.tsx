import { ChevronRight, CircleHelp, CircleUserRound, Menu, Moon, Sun, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { brand } from 'virtual:brand';
import { languages } from '#domain/language.ts';
import { languageNames } from '#web/language/languages.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useIsMember, useSession } from '#web/session/session-store.ts';
import { setColorScheme, useColorScheme } from '#web/theme/appearance.ts';
import { Button } from '#web/ui/button.tsx';
import { useCloseOnBack } from '#web/ui/dialog.tsx';
import { BrandLink } from './brand-link.tsx';
import { LanguageMenu, useSwitchLanguage } from './language-menu.tsx';

export function Header() {
  const { t } = usePhrases();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const sections = useSectionLinks();
  return (
    <header className="hd">
      <div className="wrap">
        <BrandLink onClick={() => scrollTo({ top: 0 })} />
        <nav className="nav flex gap-1 tablet:hidden" aria-label={t('common.header.navigation')}>
          {sections.map(({ to, text, isHere }) => (
            <Link
              key={to}
              to={to}
              className={`py-2.25 px-3 rounded-sm text-[15px] font-medium leading-[1.3] hover:text-ink-1 hover:bg-(--act-soft) ${isHere ? 'text-ink-1 relative after:absolute after:inset-x-3 after:-bottom-4.25 after:h-0.5 after:bg-ink-1 after:rounded-[2px]' : 'text-ink-2'}`}
              aria-current={isHere ? 'page' : undefined}
            >
              {text}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2 phone:gap-0.5">
          <a
            className="ibtn bare desk tablet:hidden"
            href={brand.links.support}
            aria-label={t('common.header.support')}
            rel="noreferrer"
          >
            <CircleHelp className="ic" />
          </a>
          <SchemeButton className="ibtn bare desk tablet:hidden" />
          <LanguageMenu />
          <div className="desk tablet:hidden flex items-center gap-2.5">
            <AccountButton className="btn btn-s btn-sm" registerClassName="btn btn-p btn-sm" />
          </div>
          <button
            type="button"
            className="ibtn bare hidden tablet:inline-grid"
            aria-label={t('common.header.menu')}
            aria-haspopup="dialog"
            onClick={() => setIsMenuOpen(true)}
          >
            <Menu className="ic" />
          </button>
        </div>
      </div>
      {isMenuOpen && <MobileMenu onClose={() => setIsMenuOpen(false)} />}
    </header>
  );
}

interface SchemeButtonProps {
  readonly className: string;
  /** Shows the name beside the icon instead of as its accessible name. */
  readonly isWorded?: boolean;
}

function SchemeButton({ className, isWorded = false }: SchemeButtonProps) {
  const { t } = usePhrases();
  const isDark = useColorScheme() === 'dark';
  const Icon = isDark ? Sun : Moon;
  const text = t(isDark ? 'common.header.lightTheme' : 'common.header.darkTheme');
  return (
    <button
      type="button"
      className={className}
      aria-label={isWorded ? undefined : text}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isWorded && text}
      <Icon className={isWorded ? 'ic text-ink-3' : 'ic'} />
    </button>
  );
}

const menuRow =
  'flex items-center justify-between py-3.75 border-b border-line font-head text-[22px]/[1.25] font-[540] tracking-[-.015em] text-ink-1';

/** A native modal dialog: focus stays inside, Esc and Back close it, the page behind does not scroll. */
function MobileMenu({ onClose }: { onClose: () => void }) {
  const { t, lang } = usePhrases();
  const dialog = useRef<HTMLDialogElement>(null);
  const sections = useSectionLinks({ hasOwn: true });
  const switchTo = useSwitchLanguage();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = (): void => dialog.current?.close();
  useCloseOnBack(close);

  return (
    <dialog
      ref={dialog}
      className="fixed inset-0 z-(--z-overlay) bg-bg open:flex flex-col px-5 pt-0 pb-6 size-full max-w-none max-h-none m-0 border-0 text-inherit"
      aria-label={t('common.header.menu')}
      onClose={onClose}
    >
      <div className="flex items-center justify-between h-16">
        <BrandLink onClick={close} />
        <button type="button" className="ibtn bare" aria-label={t('common.header.closeMenu')} onClick={close}>
          <X className="ic" />
        </button>
      </div>
      <nav aria-label={t('common.header.navigation')}>
        {sections.map(({ to, text, isHere }) => (
          <Link key={to} className={menuRow} to={to} onClick={close} aria-current={isHere ? 'page' : undefined}>
            {text}
            <ChevronRight className="ic text-ink-3" />
          </Link>
        ))}
        <SchemeButton
          className={`${menuRow} w-full border-0 border-b border-line bg-transparent px-0 cursor-pointer`}
          isWorded
        />
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
        <Button
          look="g"
          href={brand.links.support}
          rel="noreferrer"
          icon={CircleHelp}
          text={t('common.header.support')}
        />
      </div>
    </dialog>
  );
}

interface SectionLink {
  readonly to: string;
  readonly text: string;
  readonly isHere: boolean;
}

/**
 * Signals and history for users with a trader, admin pages for administrators, the rest for
 * everyone. `hasOwn`: also the user's own pages, for which the header of a wide screen has no room.
 */
function useSectionLinks({ hasOwn = false } = {}): readonly SectionLink[] {
  const { t, lang } = usePhrases();
  const { pathname } = useLocation();
  const session = useSession();
  const user = session.kind === 'in' ? session.user : null;
  const link = (to: string, text: string): SectionLink => ({ to, text, isHere: isWithin(pathname, to) });
  return [
    ...(user?.referralId
      ? [link(paths.signal(lang), t('common.header.signal')), link(paths.history(lang), t('common.header.history'))]
      : []),
    link(paths.record(lang), t('common.header.record')),
    link(paths.aboutUs(lang), t('common.header.aboutUs')),
    link(paths.instruction(lang), t('common.header.instruction')),
    link(paths.wiki(lang), t('common.header.wiki')),
    ...(user?.roles.includes('admin') ? [link(paths.admin(lang), t('common.header.admin'))] : []),
    ...(user && hasOwn
      ? [
          link(paths.accountAlerts(lang), t('common.header.alerts')),
          link(paths.bankroll(lang), t('common.header.bankroll')),
        ]
      : []),
  ];
}

/** Compares whole segments: a section must not match as a prefix of another section's name. */
const isWithin = (pathname: string, section: string): boolean =>
  pathname === section || pathname.startsWith(`${section}/`);

interface AccountButtonProps {
  readonly className: string;
  /** Class of the registration link, which may be more prominent than the account button. */
  readonly registerClassName?: string;
  readonly onDone?: () => void;
}

/** The account of a member, otherwise links to sign in and register. */
function AccountButton({ className, registerClassName = className, onDone }: AccountButtonProps) {
  const { t, lang } = usePhrases();
  const { pathname } = useLocation();
  const isMember = useIsMember();
  const done = onDone && { onClick: onDone };
  if (isMember) {
    const isHere = pathname.startsWith(paths.account(lang));
    return (
      <Link className={className} to={paths.account(lang)} aria-current={isHere ? 'page' : undefined} {...done}>
        <CircleUserRound className="ic" />
        {t('common.header.account')}
      </Link>
    );
  }
  return (
    <>
      <Link className={registerClassName} to={paths.register(lang)} {...done}>
        {t('common.header.register')}
      </Link>
      <span className="px-0.5 [dialog_&]:hidden text-14 text-ink-3">{t('common.header.or')}</span>
      <Link className="[dialog_&]:text-center [dialog_&]:py-3 link text-14" to={paths.login(lang)} {...done}>
        {t('common.header.signIn')}
      </Link>
    </>
  );
}
