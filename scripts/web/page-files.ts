/** Of Vite's manifest what is read here: https://vite.dev/guide/backend-integration */
export type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>;

/** The scripts that a browser needs before it can run these sources, each once. */
export function scriptsOf(manifest: Manifest, sources: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (source: string): void => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`${source} is not in the build`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const source of sources) add(source);
  return [...found];
}

/** `page('login', 'auth', () => import('./screens/login/login.tsx')),` and `auth: lazyPart<…>(() => import(…)),` */
const pageLine = /page\('([^']*)', '\w+', \(\) => import\('\.\/([^']+)'\)/g;
const layoutLine = /(\w+): lazyPart<LayoutModule>\(\(\) => import\('\.\/([^']+)'\)/g;

/** The source files of pages and layouts, by their names in src/web/routes.ts. */
export function readRouteFiles(routes: string): { pages: Map<string, string>; layouts: Map<string, string> } {
  const filesOf = (line: RegExp): Map<string, string> =>
    new Map([...routes.matchAll(line)].map(([, name = '', file = '']) => [name, `src/web/${file}`]));
  return { pages: filesOf(pageLine), layouts: filesOf(layoutLine) };
}
