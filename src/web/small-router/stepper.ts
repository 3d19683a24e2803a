import type { Location, To } from 'react-router';
import { addressOf } from './address.ts';
import type { BrowserHistory } from './browser-history.ts';

/** On the way from one page to the next: by a link (`push`), in the place of a page (`replace`), or by the browser (`pop`). */
export interface Step {
  readonly by: 'push' | 'replace' | 'pop';
  readonly location: Location;
  /** The step that was still on its way when this one began in its place. */
  readonly instead: Step | null;
}

type OnStep = (step: Step, isNewest: () => boolean) => void;

/**
 * The address changes when the page does, so that what the browser says and what is drawn agree: `onStep` hears where to go,
 * and calls `arrive` when that page is drawn. A step that another one overtakes, so that it is no longer the newest, has never
 * been anywhere.
 */
export function createStepper(history: BrowserHistory, onStep: OnStep) {
  const arrived = new WeakSet<Step>();
  let pending: Step | null = null;

  function take(by: Step['by'], location: Location): void {
    const step: Step = { by, location, instead: pending };
    pending = step;
    onStep(step, () => pending === step);
  }

  /** What is replaced may never have been there: then this step is what that one would have been. */
  const wayOf = ({ by, instead }: Step): 'push' | 'replace' =>
    by === 'replace' && instead && !arrived.has(instead) ? wayOf(instead) : by === 'push' ? 'push' : 'replace';

  return {
    /** Where the browser is, or is on its way to. */
    get location() {
      return pending?.location ?? history.location;
    },
    push: (to: To, state?: unknown) => take('push', history.entryFor(to, state)),
    replace: (to: To, state?: unknown) => take('replace', history.entryFor(to, state)),
    go: history.go,
    createHref: (to: To): string => (typeof to === 'string' ? to : addressOf(to)),
    arrive(step: Step): void {
      if (arrived.has(step)) return;
      if (step.by !== 'pop') history[wayOf(step)](step.location);
      arrived.add(step);
      if (pending === step) pending = null;
    },
    /** Follows the browser's own steps; the answer ends it. */
    follow: () => history.onPop((location) => take('pop', location)),
  };
}
