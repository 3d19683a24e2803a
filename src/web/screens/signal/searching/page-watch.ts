import type { Watch } from '#contract/alerts.ts';
import { createStore } from '#web/create-store.ts';

/** What this page itself watches for while it is open; null: nothing. */
export const pageWatch = createStore<Watch | null>(null);
