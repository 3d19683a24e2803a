import { aUser, fakeAccounts } from '../browser/fake-accounts.ts';
import { aWorkingStats, fakeApi, iso } from '../browser/fake-api.ts';
import { worker } from './fake-server.ts';

/** The page of `npm run dev`: the app after the fakes that answer it. */
await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
const now = iso(Date.now());
await fakeApi(worker, {
  stats: aWorkingStats({ now }),
  accounts: fakeAccounts({ user: aUser({ balanceCheckedAt: now }) }),
});
document.documentElement.dataset['theme'] = localStorage.getItem('color-scheme') ?? 'dark';
await import('#web/main.tsx');
