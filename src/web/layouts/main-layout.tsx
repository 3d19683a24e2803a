import { Outlet, useLocation } from 'react-router';
import { usePhrases } from '../language/use-phrases.ts';
import { localizedPath, paths } from '../paths.ts';
import { TutorialGate } from '../tutorial/tutorial-gate.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header/header.tsx';
import { PageFrame } from './page-frame.tsx';

export default function MainLayout() {
  const { lang } = usePhrases();
  const isHome = localizedPath(useLocation().pathname, lang) === paths.home(lang);
  return (
    <div className={isHome ? 'page' : 'page app'}>
      <PageFrame>
        <Header />
        <main id="content" tabIndex={-1} className={isHome ? undefined : 'main'}>
          <Outlet />
        </main>
        <Footer />
        <TutorialGate />
      </PageFrame>
    </div>
  );
}
