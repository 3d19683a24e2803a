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

/** The tab icon while a signal is open: remaining time and direction. */
export function tabRing(share: number, isUp: boolean): string {
  const circumference = 2 * Math.PI * 12;
  const left = (Math.max(0, Math.min(1, share)) * circumference).toFixed(1);
  const arrow = isUp ? 'M11 20l9-9m-7 0h7v7' : 'M11 12l9 9m-7 0h7v-7';
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#0b141d"/>` +
      `<circle cx="16" cy="16" r="12" fill="none" stroke="#3a4a5a" stroke-width="4"/>` +
      `<circle cx="16" cy="16" r="12" fill="none" stroke="#f4efe4" stroke-width="4" stroke-dasharray="${left} 99" transform="rotate(-90 16 16)"/>` +
      `<path d="${arrow}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  )}`;
}
