import { useEffect, useRef } from 'react';

interface TabSign {
  readonly title: string;
  /** The address of a picture. */
  readonly icon: string;
}

/** The time left shows on the tab, in words and as a picture; the tab's own return afterwards. */
export function useTabSign({ title, icon }: TabSign): void {
  useEffect(() => {
    const ownIcons = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
    const link = document.createElement('link');
    link.rel = 'icon';
    link.dataset['running'] = '';
    ownIcons.forEach((own) => own.remove());
    document.head.append(link);
    return () => {
      link.remove();
      document.head.append(...ownIcons);
    };
  }, []);
  useTitle(title);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[data-running]');
    if (link) link.href = icon;
  }, [icon]);
}

function useTitle(title: string): void {
  const own = useRef<string | null>(null);
  const shown = useRef('');
  useEffect(() => {
    own.current ??= document.title;
    document.title = title;
    shown.current = title;
  }, [title]);
  useEffect(
    () => () => {
      // Another page may have said its own by now.
      if (own.current !== null && document.title === shown.current) document.title = own.current;
      own.current = null;
    },
    [],
  );
}
