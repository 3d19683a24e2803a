import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { writeStored } from '../storage/stored.ts';
import { useStored } from '../storage/use-stored.ts';

/**
 * What this browser keeps. Nothing that is optional, so there is nothing to refuse. It stands in built pages too, so that it
 * does not come late over what is being read; the boot script hides it from whoever has accepted it.
 */
export function CookieNotice() {
  return useStored('cookie-notice') === 'accepted' ? null : <Notice />;
}

function Notice() {
  const { t, lang } = usePhrases();
  const notice = useRef<HTMLElement>(null);
  useRoomBelow(notice);
  return (
    <section className="cookie-place" ref={notice} aria-label={t('common.cookie.label')}>
      <div className="cookie">
        <span>
          {t('common.cookie.text')}{' '}
          <Link className="link" to={paths.cookiePolicy(lang)}>
            {t('common.cookie.more')}
          </Link>
        </span>
        <button type="button" className="btn btn-p btn-sm flex-none" onClick={accept}>
          {t('common.cookie.accept')}
        </button>
      </div>
    </section>
  );
}

/** The button goes with the notice: its focus is given to the page, which stays where it is. */
function accept(): void {
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  writeStored('cookie-notice', 'accepted');
}

/** What has the focus, and the end of the page, can be scrolled clear of it. */
function useRoomBelow(notice: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const element = notice.current;
    if (!element) return undefined;
    const root = document.documentElement.style;
    const sizes = new ResizeObserver(() => root.setProperty('--notice', `${element.offsetHeight}px`));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      root.removeProperty('--notice');
    };
  }, [notice]);
}
