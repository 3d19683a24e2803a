import type { Params, RouteObject } from 'react-router';
import { decoded } from './decoded.ts';

export interface RouteMatch {
  readonly route: RouteObject;
  readonly params: Params;
}

type Branch = readonly RouteObject[];

/** The branch of a tree of routes that an address belongs to, from its root on: the one that says most of it. */
export function matchRoutes(routes: readonly RouteObject[], pathname: string): RouteMatch[] | null {
  const parts = partsOf(pathname);
  const found = branchesOf(routes)
    .filter((branch) => paramsOf(patternOf(branch), parts) !== null)
    .toSorted((a, b) => compare(patternOf(b), patternOf(a)))[0];
  const params = found && paramsOf(patternOf(found), parts);
  return params ? found.map((route) => ({ route, params })) : null;
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);

const branchesOf = (routes: readonly RouteObject[]): Branch[] =>
  routes.flatMap((route) => (route.children ? branchesOf(route.children).map((rest) => [route, ...rest]) : [[route]]));

const patternOf = (branch: Branch): string[] => branch.flatMap(({ path }) => partsOf(path ?? ''));

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
