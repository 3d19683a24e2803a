import { renderToStaticMarkup } from 'react-dom/server';
import * as theirs from 'react-router';
import { describe, expect, test } from 'vitest';
import * as ours from './small-router.tsx';

/** What the browser gets in place of React Router says the same as React Router, wherever we use it. */
const routers = { 'React Router': theirs, ours } as unknown as Readonly<Record<string, typeof theirs>>;

describe.each(Object.entries(routers))(
  '%s',
  (_name, { Link, matchRoutes, NavLink, Outlet, StaticRouter, useLocation, useParams, useRoutes, useSearchParams }) => {
    const tree = [
      { path: '/', id: 'root' },
      {
        path: ':lang',
        children: [
          {
            children: [
              { path: '', id: 'home' },
              { path: 'wiki', id: 'wiki' },
              { path: 'wiki/:slug', id: 'article' },
              { path: '*', id: 'lost' },
            ],
          },
          {
            children: [
              { path: 'admin/campaigns', id: 'campaigns' },
              { path: 'wiki/new', id: 'new' },
            ],
          },
        ],
      },
    ];

    test.each([
      ['/', 'root', {}],
      ['/uk', 'home', { lang: 'uk' }],
      ['/uk/', 'home', { lang: 'uk' }],
      ['/uk/wiki', 'wiki', { lang: 'uk' }],
      ['/uk/WIKI/', 'wiki', { lang: 'uk' }],
      ['/uk/wiki/rsi', 'article', { lang: 'uk', slug: 'rsi' }],
      ['/uk/wiki/new', 'new', { lang: 'uk' }],
      ['/uk/wiki/%D1%80%2Fa', 'article', { lang: 'uk', slug: 'р/a' }],
      ['/en/admin/campaigns', 'campaigns', { lang: 'en' }],
      ['/en/admin', 'lost', { lang: 'en', '*': 'admin' }],
      ['/en/no/where', 'lost', { lang: 'en', '*': 'no/where' }],
    ])('%s belongs to %s', (pathname, id, params) => {
      const match = matchRoutes(tree, pathname)?.at(-1);
      expect([match?.route.id, match?.params]).toEqual([id, params]);
    });

    function Told() {
      const [query] = useSearchParams();
      const { pathname, search, hash } = useLocation();
      return <p>{[useParams()['slug'], query.get('mail'), pathname, search, hash].join(' ')}</p>;
    }

    function Around() {
      return (
        <main>
          <Outlet />
        </main>
      );
    }

    const drawn = (address: string, element: React.ReactNode): string => {
      const Tree = () =>
        useRoutes([{ path: ':lang', element: <Around />, children: [{ path: 'wiki/:slug', element }] }]);
      return renderToStaticMarkup(
        <StaticRouter location={address}>
          <Tree />
        </StaticRouter>,
      ).replaceAll(' data-discover="true"', '');
    };

    test('a page is drawn where its layout leaves room, and knows its address', () => {
      expect(drawn('/uk/wiki/rsi?mail=7#top', <Told />)).toBe('<main><p>rsi 7 /uk/wiki/rsi ?mail=7 #top</p></main>');
    });

    test.each([
      ['/uk/', '/uk/'],
      ['/uk/login?next=%2Fuk#top', '/uk/login?next=%2Fuk#top'],
      [{ search: 'mail=8' }, '/uk/wiki/rsi?mail=8'],
      [{ pathname: '/uk/register', search: '?next=a' }, '/uk/register?next=a'],
      [{ pathname: '/uk/register', search: '' }, '/uk/register'],
    ])('a link to %j leads to %s', (to, href) => {
      expect(drawn('/uk/wiki/rsi?mail=7#top', <Link to={to}>a</Link>)).toBe(`<main><a href="${href}">a</a></main>`);
    });

    test.each([
      ['/uk/wiki', false, true],
      ['/uk/wiki/', false, true],
      ['/uk/wiki', true, false],
      ['/uk/wiki/rsi', true, true],
      ['/uk/wik', false, false],
      ['/en/wiki', false, false],
    ])('a link of a menu to %s (end: %s) is the current one: %s', (to, end, isActive) => {
      const link = (
        <NavLink to={to} end={end} className={(state) => (state.isActive ? 'on' : '')}>
          a
        </NavLink>
      );
      const html = drawn('/uk/wiki/rsi', link);
      expect([html.includes('class="on"'), html.includes('aria-current="page"')]).toEqual([isActive, isActive]);
    });
  },
);
