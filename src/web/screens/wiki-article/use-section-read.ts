import { useEffect, useState } from 'react';

/** Share of the window above the line that a heading passes when its section begins to be read. */
const readShare = 0.34;

/** The section being read: the last one whose heading has passed the upper third of the window. */
export function useSectionRead(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const joined = ids.join(' ');
  useEffect(() => {
    const headings = joined.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const update = (): void => {
      const line = innerHeight * readShare + 0.5;
      setCurrent(headings.findLast((heading) => heading.getBoundingClientRect().top <= line)?.id ?? null);
    };
    // Everything above the line counts as seen, so that a jump back to the top is noticed too.
    const seen = new IntersectionObserver(update, { rootMargin: `1000000px 0px -${(1 - readShare) * 100}% 0px` });
    for (const heading of headings) seen.observe(heading);
    return () => seen.disconnect();
  }, [joined]);
  return current;
}
