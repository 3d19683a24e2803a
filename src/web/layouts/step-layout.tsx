import { Link, Outlet } from 'react-router';
import { brand } from '#domain/brand.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Toasts } from '../ui/toast.tsx';
import { Announcements } from './announcements.tsx';
import { DemoStrip } from './demo-strip.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LeaveButton } from './leave-button.tsx';

/** A step on the way to the first signal: nothing but the step, and the ways out. */
export default function StepLayout() {
  const { t, lang } = usePhrases();
  return (
    <>
      <a className="btn btn-p skip" href="#content">
        {t('common.skipToContent')}
      </a>
      <DemoStrip />
      <header className="hd">
        <div className="wrap">
          <Link className="logo" to={paths.home(lang)} aria-label={t('common.header.home', { brand: brand.name })}>
            <BrandMark />
            <span>{brand.name}</span>
          </Link>
          <div className="hd-r">
            <LanguageMenu />
            <LeaveButton />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="main">
        <Outlet />
      </main>
      <Announcements />
      <Toasts closeLabel={t('common.close')} />
    </>
  );
}
