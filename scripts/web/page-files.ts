import type { Language } from '#domain/language.ts';

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

/** The fonts that the first view of a page is written in. */
export function fontsOf(manifest: Manifest, lang: Language): string[] {
  const scripts = lang === 'en' ? ['latin'] : ['cyrillic', 'latin'];
  const names = scripts.flatMap((script) => [`geologica-${script}`, `onest-${script}`]);
  return names.map((name) => {
    const font = manifest[`build/fonts/${name}-wght-normal.woff2`];
    if (!font) throw new Error(`the font ${name} is not in the build`);
    return `/${font.file}`;
  });
}

/** `page('login', 'auth', () => import('./screens/login/login.tsx'), …` */
const pageLine = /\b(?:ownPage|page)\(\s*'([^']*)',\s*'\w+',\s*\(\) => import\('\.\/([^']+)'\)/g;
/** `auth: lazyPart<LayoutModule>(() => import('./layouts/auth-layout.tsx')),` */
const layoutLine = /(\w+): lazyPart<LayoutModule>\(\(\) => import\('\.\/([^']+)'\)/g;
/** `enterId: () => import('#phrases/enter-id.uk.ts').then(…` */
const phraseLine = /(\w+): \(\) =>\s*import\('#([^']+)'\)/g;

/** Source files by the names they have in src/web/routes.ts: lazy modules say nothing of where they came from. */
export const readScreens = (routes: string): Files => filesOf(routes, pageLine, 'src/web/');
export const readLayouts = (routes: string): Files => filesOf(routes, layoutLine, 'src/web/');
/** The files of one language, from src/web/language/bundle.<language>.ts. */
export const readPhrases = (bundle: string): Files => filesOf(bundle, phraseLine, 'src/');

type Files = ReadonlyMap<string, string>;

const filesOf = (text: string, line: RegExp, folder: string): Files =>
  new Map([...text.matchAll(line)].map(([, name = '', file = '']) => [name, folder + file]));
