import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  use,
  useCallback,
  useEffect,
  useMemo,
} from 'react';
import type { Location, NavigateOptions, NavigationType, Params, RouteObject, To } from 'react-router';
import { addressOf, resolve } from './address.ts';
import { matchRoutes } from './match-routes.ts';

export { matchRoutes } from './match-routes.ts';

interface Navigator {
  /** Where the browser is: in the middle of a transition already further than what is drawn. */
  readonly location?: Location;
  readonly push: (to: To, state?: unknown) => void;
  readonly replace: (to: To, state?: unknown) => void;
  readonly go: (steps: number) => void;
}

interface Routing {
  readonly location: Location;
  readonly navigator: Navigator;
}

const RoutingContext = createContext<Routing | null>(null);
const RouteContext = createContext<{ readonly params: Params; readonly outlet: ReactNode }>({
  params: {},
  outlet: null,
});

interface RouterProps {
  readonly location: Location;
  readonly navigator: Navigator;
  readonly navigationType?: NavigationType;
  readonly children: ReactNode;
}

export function Router({ location, navigator, children }: RouterProps) {
  const routing = useMemo(() => ({ location, navigator }), [location, navigator]);
  return <RoutingContext value={routing}>{children}</RoutingContext>;
}

/** For pages that are built: nobody goes anywhere in them. */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const path = resolve(location, { pathname: '/' });
  const here: Location = { ...path, state: null, key: 'default' };
  return (
    <Router location={here} navigator={stay}>
      {children}
    </Router>
  );
}

const stay: Navigator = { push: () => {}, replace: () => {}, go: () => {} };

function useRouting(): Routing {
  const routing = use(RoutingContext);
  if (!routing) throw new Error('there is no router around this');
  return routing;
}

export const useLocation = (): Location => useRouting().location;
export const useParams = (): Params => use(RouteContext).params;

export function useNavigate() {
  const { location, navigator } = useRouting();
  const { pathname } = location;
  return useCallback(
    (to: To | number, { replace = false, state }: NavigateOptions = {}): void => {
      if (typeof to === 'number') return navigator.go(to);
      const address = addressOf(resolve(to, { pathname }));
      if (replace) navigator.replace(address, state);
      else navigator.push(address, state);
    },
    [navigator, pathname],
  );
}

type Query = URLSearchParams | Record<string, string> | string;

export function useSearchParams() {
  const { location, navigator } = useRouting();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (next: Query | ((before: URLSearchParams) => Query), options?: NavigateOptions): void => {
      // Two changes within one transition: the second is made to what the first left.
      const newest = navigator.location?.pathname === pathname ? navigator.location.search : search;
      const query = new URLSearchParams(typeof next === 'function' ? next(new URLSearchParams(newest)) : next);
      navigate({ search: query.toString() }, options);
    },
    [navigate, navigator, pathname, search],
  );
  return [params, setParams] as const;
}

/** The branch of the address, each route with the next one as its outlet. */
export function useRoutes(routes: readonly RouteObject[]): ReactNode {
  const matches = matchRoutes(routes, useLocation().pathname);
  return (matches ?? []).reduceRight<ReactNode>(
    (outlet, { route, params }) => <RouteContext value={{ params, outlet }}>{route.element ?? outlet}</RouteContext>,
    null,
  );
}

export const Outlet = (): ReactNode => use(RouteContext).outlet;

export function Navigate({ to, replace = false, state }: { to: To } & NavigateOptions) {
  const navigate = useNavigate();
  const address = typeof to === 'string' ? to : addressOf(to);
  // The state is what it was when it was drawn; a new object of the same content is no reason to go again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => navigate(address, { replace, state }), [navigate, address, replace]);
  return null;
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: To;
  readonly replace?: boolean;
  readonly state?: unknown;
  readonly ref?: Ref<HTMLAnchorElement>;
}

export function Link({ to, replace, state, onClick, target, children, ...rest }: LinkProps) {
  const { location } = useRouting();
  const navigate = useNavigate();
  const href = addressOf(resolve(to, location));
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || isForTheBrowser(event) || (target && target !== '_self'))
      return;
    event.preventDefault();
    navigate(href, { replace: replace ?? href === addressOf(location), state });
  };
  return (
    <a {...rest} href={href} target={target} onClick={follow}>
      {children}
    </a>
  );
}

/** Another tab, another window, a download. */
const isForTheBrowser = ({ metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  metaKey || altKey || ctrlKey || shiftKey;

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  readonly className?: string | ((state: { isActive: boolean }) => string | undefined);
  /** Only at this very address, not below it. */
  readonly end?: boolean;
}

export function NavLink({ className, end = false, ...rest }: NavLinkProps) {
  const { location } = useRouting();
  const [own, here] = [resolve(rest.to, location).pathname, location.pathname].map(bare);
  const isActive = here === own || (!end && here?.startsWith(`${own}/`) === true);
  return (
    <Link
      {...rest}
      className={typeof className === 'function' ? className({ isActive }) : className}
      aria-current={isActive ? 'page' : undefined}
    />
  );
}

const bare = (pathname: string): string => pathname.toLowerCase().replace(/(.)\/$/, '$1');
