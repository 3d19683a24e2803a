import { Outlet, useMatches } from 'react-router';
import { usePhrases } from '../language/use-phrases.ts';
import { Toasts } from '../ui/toast.tsx';
import { Announcements } from './announcements.tsx';
import { DemoStrip } from './demo-strip.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export default function MainLayout() {
  const { t } = usePhrases();
  const isHome = useMatches().at(-1)?.id === 'screens/home/home';
  return (
    <div className={isHome ? 'page' : 'page app'}>
      <a className="btn btn-p skip" href="#content">
        {t('common.skipToContent')}
      </a>
      <DemoStrip />
      <Header />
      <main id="content" tabIndex={-1} className={isHome ? undefined : 'main'}>
        <Outlet />
      </main>
      <Footer />
      <Announcements />
      <Toasts closeLabel={t('common.close')} />
    </div>
  );
}
