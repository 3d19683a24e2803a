import { type ReactNode, startTransition, useInsertionEffect, useLayoutEffect, useState } from 'react';
import { type NavigationType, Router } from 'react-router';
import { addressOf } from '../small-router/address.ts';
import { createBrowserHistory } from '../small-router/browser-history.ts';
import { createStepper, type Step } from '../small-router/stepper.ts';
import { whileLoading } from '../ui/loading.ts';
import { isLoaded, loadPage } from './load-page.ts';
import { forgetReload, reloadOnce } from './reload-once.ts';
import { useArrival } from './use-arrival.ts';
import { keepScroll, useScroll } from './use-scroll.ts';

/** What the build has said of the page that was loaded, to searches and messengers (scripts/web/search-head.ts). */
function forgetFirstPage(): void {
  for (const element of document.head.querySelectorAll('[data-first-page]')) element.remove();
}

/** A page is shown, and its address with it, when everything it needs has arrived. Until then the old one stays. */
export function AppRouter({ children }: { children: ReactNode }) {
  const [history] = useState(createBrowserHistory);
  const [shown, show] = useState<Step>(() => ({ by: 'pop', location: history.location, instead: null }));
  const [stepper] = useState(() => createStepper(history, (step, isNewest) => void follow(step, isNewest, show)));

  useLayoutEffect(() => stepper.follow(), [stepper]);
  // Before the effects of the page itself, which may read the address or lead on.
  useInsertionEffect(() => stepper.arrive(shown), [stepper, shown]);
  useScroll(shown);
  useArrival(shown.location);
  return (
    <Router location={shown.location} navigationType={types[shown.by]} navigator={stepper}>
      {children}
    </Router>
  );
}

const types = { push: 'PUSH', replace: 'REPLACE', pop: 'POP' } as Readonly<Record<Step['by'], NavigationType>>;

async function follow(step: Step, isNewest: () => boolean, show: (step: Step) => void): Promise<void> {
  const { pathname } = step.location;
  if (!isLoaded(pathname)) {
    const hasCome = await whileLoading(loadPage(pathname)).then(forgetReload, () => false);
    if (!isNewest()) return;
    // Most likely a release has replaced the files that this tab knows: the server's own page knows the new ones.
    if (hasCome === false && reloadOnce(addressOf(step.location), step.by)) return;
  }
  // With a part that did not come the page says so itself.
  keepScroll();
  forgetFirstPage();
  startTransition(() => show(step));
}
