import { Outlet } from 'react-router';
import { usePhrases } from '../language/use-phrases.ts';
import { HeadingDial } from '../ui/figures/heading-dial.tsx';
import { DirectionIcon } from '../ui/direction-icon.tsx';
import { BrandLink } from './header/brand-link.tsx';
import { LanguageMenu } from './header/language-menu.tsx';
import { LeaveButton } from './header/leave-button.tsx';
import { PageFrame } from './page-frame.tsx';

export default function AuthLayout() {
  return (
    <PageFrame>
      <div className="auth">
        <div className="auth-l">
          {/* As tall before the sign-out button is there. */}
          <header className="flex items-center gap-3 justify-between min-h-11">
            <BrandLink />
            <div className="flex items-center gap-2">
              <LanguageMenu />
              <LeaveButton />
            </div>
          </header>
          <main id="content" tabIndex={-1} className="auth-f flex flex-col gap-6">
            <Outlet />
          </main>
        </div>
        <Aside />
      </div>
    </PageFrame>
  );
}

/** An example of how a modest forecast looks, labelled as an example. */
function Aside() {
  const { t, f } = usePhrases();
  return (
    <aside className="auth-r" aria-label={t('auth.example')}>
      <div className="hero-bg" />
      <div className="auth-art">
        <div className="card p-card">
          <div className="flex items-center gap-[18px]">
            <div className="flex flex-col gap-2 flex-1">
              <span className="lab">{t('auth.example')}</span>
              <span className="direction-word up">
                <DirectionIcon isUp />
                {t('auth.exampleUp')}
              </span>
              <span className="big tabular-nums">{f.percent(0.57, 1)}</span>
            </div>
            <HeadingDial
              isUp
              percent={57}
              figure={f.exact(57, 1)}
              breakEven={55}
              label={t('auth.exampleDial', { percent: f.percent(0.57, 1) })}
            />
          </div>
        </div>
        <p>{t('auth.aside')}</p>
      </div>
    </aside>
  );
}
