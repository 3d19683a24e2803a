import type { Params, RouteObject } from 'react-router';
import { decoded } from './decoded.ts';

export interface RouteMatch {
  readonly route: RouteObject;
  readonly params: Params;
}

interface Branch {
  readonly routes: readonly RouteObject[];
  /** The words of its address, `:name` for one that may be any, a last `*` for all that follow. */
  readonly pattern: readonly string[];
}

/** The branch of a tree of routes that an address belongs to, from its root on: the one that says most of it. */
export function matchRoutes(routes: readonly RouteObject[], pathname: string): RouteMatch[] | null {
  const parts = partsOf(pathname);
  const found = knownBranchesOf(routes)
    .filter(({ pattern }) => paramsOf(pattern, parts) !== null)
    .toSorted((a, b) => compare(b.pattern, a.pattern))[0];
  const params = found && paramsOf(found.pattern, parts);
  return params ? found.routes.map((route) => ({ route, params })) : null;
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** A tree does not change: its branches are found once, not at each address, of which a first visit asks three times. */
const branches = new WeakMap<readonly RouteObject[], readonly Branch[]>();

function knownBranchesOf(routes: readonly RouteObject[]): readonly Branch[] {
  const known = branches.get(routes) ?? branchesOf(routes, []);
  branches.set(routes, known);
  return known;
}

const branchesOf = (routes: readonly RouteObject[], above: readonly RouteObject[]): Branch[] =>
  routes.flatMap((route) => {
    const branch = [...above, route];
    if (route.children) return branchesOf(route.children, branch);
    return { routes: branch, pattern: branch.flatMap(({ path }) => partsOf(path ?? '')) };
  });

function paramsOf(pattern: readonly string[], parts: readonly string[]): Params | null {
  const isOpen = pattern.at(-1) === '*';
  const named = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? parts.length < named.length : parts.length !== named.length) return null;
  const params: Record<string, string> = {};
  for (const [at, name] of named.entries()) {
    const part = decoded(parts[at] ?? '');
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name.toLowerCase() !== part.toLowerCase()) return null;
  }
  return isOpen ? { ...params, '*': parts.slice(named.length).map(decoded).join('/') } : params;
}

/** A word says more of an address than a parameter, and that more than `*`. */
const weightOf = (name: string | undefined): number => {
  if (name === undefined) return 0;
  if (name === '*') return -1;
  return name.startsWith(':') ? 1 : 2;
};

function compare(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = weightOf(a[at]) - weightOf(b[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}
