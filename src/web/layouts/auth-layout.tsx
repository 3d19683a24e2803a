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
      <div className="grid min-h-screen grid-cols-[minmax(0,1fr)_minmax(0,1fr)] tablet:grid-cols-[minmax(0,1fr)] [.demo:not(.unsure)+&]:min-h-[calc(100vh-53px)] [[data-demo]_.demo+&]:min-h-[calc(100vh-53px)]">
        <div className="flex flex-col px-[clamp(24px,5vw,72px)] pt-7 pb-10 phone:px-5 phone:pt-4 phone:pb-8">
          {/* As tall before the sign-out button is there. */}
          <header className="flex items-center gap-3 justify-between min-h-11">
            <BrandLink />
            <div className="flex items-center gap-2">
              <LanguageMenu />
              <LeaveButton />
            </div>
          </header>
          {/* From the top, not centred: what appears later below moves nothing above. */}
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto mb-auto flex w-[min(100%,420px)] flex-col gap-6 pt-[clamp(24px,9vh,104px)] pb-8"
          >
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
    <aside
      className="relative isolate overflow-hidden border-l border-line bg-(--bg-deep) tablet:hidden"
      aria-label={t('auth.example')}
    >
      <div className="hero-bg" />
      <div className="absolute inset-0 grid place-content-center justify-items-start gap-8 p-12">
        <div className="card w-[min(400px,100%)] p-card shadow-[var(--e3)]">
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
        <p className="max-w-[15em] font-head text-[28px]/[1.25] font-[540] tracking-[-.02em] text-ink-1">
          {t('auth.aside')}
        </p>
      </div>
    </aside>
  );
}
