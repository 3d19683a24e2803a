import { renderToStaticMarkup } from 'react-dom/server';
import type { Location, To } from 'react-router';
import { expect, test } from 'vitest';
import { addressOf } from './address.ts';
import { Router, useSearchParams } from './small-router.tsx';

type SetParams = ReturnType<typeof useSearchParams>[1];

/** A browser that is already where it was sent, while the page drawn is still the first one. */
function drawOnce(pathname: string, search: string) {
  let here: Location = { pathname, search, hash: '', state: null, key: 'first' };
  let set: SetParams | undefined;
  const go = (to: To): void => {
    const { pathname: path, search: query } = new URL(typeof to === 'string' ? to : addressOf(to), 'http://kurs');
    here = { ...here, pathname: path, search: query };
  };
  const navigator = {
    get location() {
      return here;
    },
    push: go,
    replace: go,
    go: () => {},
  };
  function Page() {
    set = useSearchParams()[1];
    return null;
  }
  renderToStaticMarkup(
    <Router location={here} navigator={navigator}>
      <Page />
    </Router>,
  );
  return { set: set as SetParams, go, address: () => here.pathname + here.search };
}

const adding = (name: string, value: string) => (now: URLSearchParams) => new URLSearchParams([...now, [name, value]]);

// React Router would lose the first of two changes made before it drew again: it hands over what was drawn.
test('two changes of the query before the page is drawn anew are both kept', () => {
  const page = drawOnce('/uk/history', '');
  page.set(adding('symbol', 'EURUSD'), { replace: true });
  page.set(adding('result', 'successful'), { replace: true });
  expect(page.address()).toBe('/uk/history?symbol=EURUSD&result=successful');
});

test('a change for a page that is being left knows nothing of the next one’s query', () => {
  const page = drawOnce('/uk/history', '?symbol=EURUSD');
  page.go('/uk/record?model=vip');
  page.set(adding('result', 'void'));
  expect(page.address()).toBe('/uk/history?symbol=EURUSD&result=void');
});
