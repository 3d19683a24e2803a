import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { writeStored } from '../storage/stored.ts';
import { useStored } from '../storage/use-stored.ts';

/**
 * What this browser stores. Nothing is optional, so there is nothing to reject. Also part of
 * prerendered pages, so that it does not appear late over the text; the boot script hides it once
 * accepted.
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
        <button type="button" className="btn btn-s btn-sm flex-none" onClick={accept}>
          {t('common.cookie.accept')}
        </button>
      </div>
    </section>
  );
}

/** The button disappears with the notice: focus moves to the page, without scrolling. */
function accept(): void {
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  writeStored('cookie-notice', 'accepted');
}

/** Scroll padding, so that the focused element and the end of the page are not covered. */
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
