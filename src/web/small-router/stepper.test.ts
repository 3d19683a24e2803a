import { resolve } from 'node:path/posix';
import type { Location } from 'react-router';
import { expect, test } from 'vitest';
import type { BrowserHistory } from './browser-history.ts';
import { createStepper, type Step } from './stepper.ts';

/** A browser that knows one list of entries, and pages that arrive when the test says so. */
function stand(...addresses: string[]) {
  const at = (pathname: string, key: string): Location => ({ pathname, search: '', hash: '', state: null, key });
  const entries = addresses.map((address, index) => at(address, `entry-${index}`));
  let made = 0;
  const here = (): Location => entries.at(-1) as Location;
  let tell: (entry: Location) => void = () => {};
  const history: BrowserHistory = {
    get location() {
      return here();
    },
    entryFor: (to) => at(resolve(here().pathname, to as string), `made-${++made}`),
    push: (entry) => void entries.push(entry),
    replace: (entry) => void entries.splice(-1, 1, entry),
    go: () => {},
    onPop: (listener) => {
      tell = listener;
      return () => {};
    },
  };
  const steps: Step[] = [];
  const stepper = createStepper(history, (step) => void steps.push(step));
  stepper.follow();
  return {
    stepper,
    back() {
      entries.pop();
      tell(here());
    },
    /** The page of the nth step is drawn. */
    arrive: (index: number) => stepper.arrive(steps[index] as Step),
    addresses: () => entries.map(({ pathname }) => pathname),
  };
}

test('the address changes when the page is drawn, not when it is asked for', () => {
  const { stepper, arrive, addresses } = stand('/uk/');
  stepper.push('/uk/login');
  expect(addresses()).toEqual(['/uk/']);
  expect(stepper.location.pathname).toBe('/uk/login');
  arrive(0);
  expect(addresses()).toEqual(['/uk/', '/uk/login']);
});

test('a page that was overtaken on its way leaves no entry', () => {
  const { stepper, arrive, addresses } = stand('/uk/');
  stepper.push('/uk/login');
  stepper.push('/uk/register');
  arrive(1);
  expect(addresses()).toEqual(['/uk/', '/uk/register']);
});

test('what takes the place of a page that never came does not take that of the page before it', () => {
  const { stepper, arrive, addresses } = stand('/uk/wiki');
  stepper.push('/uk/account');
  stepper.replace('/uk/login');
  stepper.replace('/uk/login?next=a');
  arrive(2);
  expect(addresses()).toEqual(['/uk/wiki', '/uk/login?next=a']);
});

test('what takes the place of a page that came after all takes its place', () => {
  const { stepper, arrive, addresses } = stand('/uk/wiki');
  stepper.push('/uk/account');
  stepper.replace('/uk/login');
  arrive(0);
  arrive(1);
  expect(addresses()).toEqual(['/uk/wiki', '/uk/login']);
});

test('the browser’s own step is never written again, and what is asked for after it begins there', () => {
  const { stepper, back, arrive, addresses } = stand('/uk/', '/uk/wiki');
  back();
  stepper.push('/uk/login');
  arrive(1);
  expect(addresses()).toEqual(['/uk/', '/uk/login']);
  back();
  arrive(2);
  expect(addresses()).toEqual(['/uk/']);
});

test('a page that is drawn twice was entered once', () => {
  const { stepper, arrive, addresses } = stand('/uk/');
  stepper.push('/uk/login');
  arrive(0);
  arrive(0);
  expect(addresses()).toEqual(['/uk/', '/uk/login']);
});
