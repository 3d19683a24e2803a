import { lazyPart } from '../../routing/lazy-part.ts';

/** Only who checks something sees it: it comes with the means to check. */
export const verifiedPart = lazyPart(() => import('./verified-entry.tsx'));
