import { lazyPart } from '#web/routing/lazy-part.ts';

/** Lazy-loaded together with the verification code. */
export const verifiedPart = lazyPart(() => import('./verified-entry.tsx'));
