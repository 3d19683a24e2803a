import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readLayouts, readScreens } from './page-files.ts';

interface ModuleGraph {
  getModuleInfo(id: string): Module | null;
}

interface Module {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
  readonly code: string | null;
}

const library = /node_modules\/(react|react-dom|scheduler)\//;
/** What every icon is drawn by: icons are everywhere, and none may come before it. */
const iconCore = /lucide-react\/dist\/esm\/(?!icons\/|lucide-react\.mjs|dynamic)/;
/** Around every page. */
const frame = [
  'src/web/main.tsx',
  'src/web/layouts/page-frame.tsx',
  'src/web/layouts/header.tsx',
  'src/web/layouts/footer.tsx',
];

/**
 * Which modules share a file. Alone, most would be a request of a few hundred bytes that no browser compresses or fetches
 * well: the libraries, which change seldom; what is around every page; what comes when a page has come; the fields and
 * buttons of the account forms; small parts of several pages for visitors; what the signal page needs and no page for
 * visitors does, since whoever is signed in comes there first; and the icons that one page for visitors shares with pages of
 * one's own. Null: as the bundler likes.
 */
export function createGroups(): (id: string, graph: ModuleGraph) => string | null {
  const routes = readFileSync('src/web/routes.ts', 'utf8');
  const ownPages = new Set([...routes.matchAll(/ownPage\(\s*'([^']*)'/g)].map(([, path = '']) => path));
  const screens = [...readScreens(routes)];
  const forVisitors = screens.filter(([path]) => !ownPages.has(path)).map(([, file]) => file);
  const forOwners = screens.filter(([path]) => ownPages.has(path)).map(([, file]) => file);
  const layouts = [...readLayouts(routes).values()].filter((file) => !file.includes('admin'));
  let groups: readonly Group[] | null = null;
  return (id, graph) => {
    if (library.test(id) || iconCore.test(id)) return 'react';
    groups ??= groupsOf(graph, { forVisitors: [...frame, ...layouts, ...forVisitors], forOwners });
    return groups.find(([, ids]) => ids.has(id))?.[0] ?? null;
  };
}

type Group = readonly [name: string, ids: ReadonlySet<string>];

/** Their files. */
interface Pages {
  readonly forVisitors: readonly string[];
  readonly forOwners: readonly string[];
}

/** A page itself is left alone: the build looks for it by its name. */
function groupsOf(graph: ModuleGraph, { forVisitors, forOwners }: Pages): readonly Group[] {
  const known = reachedFrom(graph, forVisitors);
  const only = (file: string): ReadonlySet<string> =>
    new Set([...reachedFrom(graph, [file])].filter((id) => !known.has(id) && id !== resolve(file)));
  return [
    ['frame', reachedFrom(graph, frame)],
    ['extras', only(pageExtras)],
    [
      'forms',
      sharedBy(
        graph,
        forVisitors.filter((file) => familyOf(file) === 'forms'),
        forVisitors,
      ),
    ],
    ['parts', smallAndShared(graph, forVisitors)],
    ['own', only(signalPage)],
    ...smallOfOnePage(graph, { forVisitors, forOwners }),
  ];
}

/** Pages that are made of the same parts: what they share is of no use to the others. */
const families = {
  forms: /\/(login|register|forgot-password|reset-password)\//,
  wiki: /\/wiki/,
  legal: /\/(terms|[a-z]+-policy)\//,
};

const familyOf = (file: string): string =>
  Object.entries(families).find(([, pattern]) => pattern.test(file))?.[0] ?? file;

/** What several of the pages need, and none of the others. */
function sharedBy(graph: ModuleGraph, pages: readonly string[], all: readonly string[]): ReadonlySet<string> {
  const others = reachedFrom(
    graph,
    all.filter((file) => !pages.includes(file)),
  );
  return new Set(
    reachedByMany(
      graph,
      pages.map((file) => [file]),
    ).filter((id) => !others.has(id)),
  );
}

/** In characters of source, comments and types included: above, a file of its own is worth its request. */
const smallSource = 1_500;

function smallAndShared(graph: ModuleGraph, pages: readonly string[]): ReadonlySet<string> {
  return new Set(reachedByMany(graph, familiesOf(pages)).filter(isSmall(graph)));
}

const familiesOf = (pages: readonly string[]): string[][] =>
  Object.values(Object.groupBy(pages, familyOf)).map((family) => family ?? []);

const isSmall =
  (graph: ModuleGraph) =>
  (id: string): boolean =>
    (graph.getModuleInfo(id)?.code?.length ?? 0) <= smallSource;

/** Imports nothing of ours: a file of such modules never waits for one that waits for it. */
const standsAlone =
  (graph: ModuleGraph) =>
  (id: string): boolean =>
    (graph.getModuleInfo(id)?.importedIds ?? []).every((imported) => library.test(imported) || iconCore.test(imported));

/**
 * What one page for visitors shares with no other of them, but with pages of one's own or with what comes later: icons, nearly all
 * of it.
 */
function smallOfOnePage(graph: ModuleGraph, { forVisitors, forOwners }: Pages): Group[] {
  const shared = new Set(reachedByMany(graph, familiesOf(forVisitors)));
  const elsewhere = reachedInTime(graph, [...forOwners, pageExtras]);
  return forVisitors.map((file) => {
    const parts = [...reachedFrom(graph, [file])].filter((id) => id !== resolve(file));
    const ids = parts.filter((id) => elsewhere.has(id) && !shared.has(id));
    return [`${basename(file, '.tsx')}-parts`, new Set(ids.filter(isSmall(graph)).filter(standsAlone(graph)))];
  });
}

/** The modules, but for the pages themselves, that at least two of the groups of pages reach. */
function reachedByMany(graph: ModuleGraph, groups: readonly (readonly string[])[]): string[] {
  const known = new Set<string>();
  const again = new Set<string>();
  for (const id of groups.flatMap((files) => [...reachedFrom(graph, files)])) (known.has(id) ? again : known).add(id);
  const pages = new Set(groups.flat().map((file) => resolve(file)));
  return [...again].filter((id) => !pages.has(id));
}

const pageExtras = 'src/web/layouts/page-extras.tsx';
const signalPage = 'src/web/screens/signal/signal-screen.tsx';

const reachedFrom = (graph: ModuleGraph, files: readonly string[]): ReadonlySet<string> =>
  new Set(files.flatMap((file) => [...reachable(graph, resolve(file))]));

/** Also what these files fetch when it is wanted; not the table of pages, from which everything is reached. */
function reachedInTime(graph: ModuleGraph, files: readonly string[]): ReadonlySet<string> {
  const around = reachedFrom(graph, frame);
  const found = new Set<string>();
  const add = (start: string): void => {
    const fresh = [...reachable(graph, start)].filter((id) => !found.has(id) && !around.has(id));
    for (const id of fresh) found.add(id);
    for (const id of fresh) graph.getModuleInfo(id)?.dynamicallyImportedIds.forEach(add);
  };
  for (const file of files) add(resolve(file));
  return found;
}

/** A module and everything that comes with it. */
function reachable(graph: ModuleGraph, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    const module = graph.getModuleInfo(id);
    for (const imported of module?.importedIds ?? []) if (!iconList.test(imported)) add(imported);
    for (const icon of iconsIn(module?.code ?? '')) found.add(icon);
  };
  add(start);
  return found;
}

/** The list imports every icon there is; a module wants those that it names. */
const iconList = /lucide-react\/dist\/esm\/lucide-react\.mjs$/;
const iconsFolder = resolve('node_modules/lucide-react/dist/esm');
/** An icon has several names, of which its file bears one: `export { default as CircleHelp, … } from './icons/….mjs'`. */
const iconFiles = new Map(
  [
    ...readFileSync(join(iconsFolder, 'lucide-react.mjs'), 'utf8').matchAll(/export \{([^}]*)\} from '([^']*)'/g),
  ].flatMap(([, names = '', file = '']) =>
    [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, join(iconsFolder, file)] as const),
  ),
);

function iconsIn(code: string): string[] {
  const names = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
  );
  return names.flatMap((name) => iconFiles.get(name) ?? []);
}
