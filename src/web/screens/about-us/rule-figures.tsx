import type { ReactNode } from 'react';

/** A schematic drawing per rule; without numbers, because nothing in them was measured. */
export const ruleFigures: Readonly<Record<'first' | 'second' | 'third' | 'fourth' | 'fifth', ReactNode>> = {
  first: (
    <>
      <path d="M20 28H240" stroke="var(--line-3)" strokeWidth="2" />
      <circle cx="52" cy="28" r="8" fill="var(--bg)" stroke="var(--t1)" strokeWidth="3" />
      <circle cx="206" cy="28" r="8" fill="var(--up-solid)" />
    </>
  ),
  second: (
    <>
      <path d="M10 28H240" stroke="var(--line-3)" strokeWidth="10" />
      <path d="M10 28H132" stroke="var(--t3)" strokeWidth="10" />
      <path d="M132 10V46" stroke="var(--t3)" strokeWidth="2" />
      <path d="M170 6V50" stroke="var(--t1)" strokeWidth="2.5" strokeDasharray="4 3" />
    </>
  ),
  third: (
    <>
      <path d="M130 2V54" stroke="var(--t2)" strokeDasharray="3 4" />
      <path d="M150 12H230" stroke="var(--win)" strokeWidth="7" />
      <path d="M96 28H176" stroke="var(--equal)" strokeWidth="7" />
      <path d="M30 44H112" stroke="var(--loss)" strokeWidth="7" />
    </>
  ),
  fourth: (
    <>
      <path d="M20 50 240 8" stroke="var(--line-3)" strokeWidth="2" strokeDasharray="5 5" />
      <path
        d="M24 48 78 42 132 30 186 20 236 12"
        fill="none"
        stroke="var(--up-solid)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
    </>
  ),
  fifth: (
    <>
      <rect x="10" y="10" width="240" height="36" rx="8" fill="var(--t3)" opacity=".14" />
      <path d="M10 30C40 22 60 40 92 30s52-8 78 2 50 0 80-6" fill="none" stroke="var(--t2)" strokeWidth="2.5" />
    </>
  ),
};
