import { Outlet, useMatches } from 'react-router';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageFrame } from './page-frame.tsx';

export default function MainLayout() {
  const isHome = useMatches().at(-1)?.id === 'screens/home/home';
  return (
    <div className={isHome ? 'page' : 'page app'}>
      <PageFrame>
        <Header />
        <main id="content" tabIndex={-1} className={isHome ? undefined : 'main'}>
          <Outlet />
        </main>
        <Footer />
      </PageFrame>
    </div>
  );
}
