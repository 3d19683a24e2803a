import { Outlet } from 'react-router';
import { BrandLink } from './header/brand-link.tsx';
import { LanguageMenu } from './header/language-menu.tsx';
import { LeaveButton } from './header/leave-button.tsx';
import { PageFrame } from './page-frame.tsx';

/** A step on the way to the first signal: only the step and the exits. */
export default function StepLayout() {
  return (
    <PageFrame>
      <header className="hd">
        <div className="wrap">
          <BrandLink />
          <div className="hd-r">
            <LanguageMenu />
            <LeaveButton />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="main">
        <Outlet />
      </main>
    </PageFrame>
  );
}
