import { Outlet } from 'react-router';
import { BrandLink } from './header/brand-link.tsx';
import { LanguageMenu } from './header/language-menu.tsx';
import { LeaveButton } from './header/leave-button.tsx';
import { PageFrame } from './page-frame.tsx';

/** For pages without navigation: a step towards the first signal, a document, a mail's link. */
export default function PlainLayout() {
  return (
    <PageFrame>
      <header className="hd">
        <div className="wrap">
          <BrandLink />
          <div className="ml-auto flex items-center gap-2 phone:gap-0.5">
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
