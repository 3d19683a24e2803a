import { useEffect, useRef } from 'react';

interface TabSign {
  readonly title: string;
  /** URL of the icon. */
  readonly icon: string;
}

/** Shows the remaining time in the tab's title and icon, and restores the originals afterwards. */
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
      // Another page may have set its own title by now.
      if (own.current !== null && document.title === shown.current) document.title = own.current;
      own.current = null;
    },
    [],
  );
}
