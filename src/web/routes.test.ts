import { readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadPhrases, namespaces, phrasesIn } from './language/phrase-book.ts';
import { layouts, pages } from './routes.ts';

/** `import … from './there.ts'`: static imports, not what a module loads later. */
const staticImport = /^(?:import|export)\b(?!\s+type\b)[^;]*?from '((?:\.|#web\/)[^']+)';/gms;
/** `'signal.up'` and `` `signal.${direction}` ``. */
const message = new RegExp(`['"\`]((?:${namespaces.join('|')})(?:\\.\\w+)*)(\\.\\$\\{|['"\`])`, 'g');
await loadPhrases('uk');

/** Names of audited actions have the same format as phrase keys, but are none: a key without a phrase is rendered as itself. */
const isPhrase = (address: string): boolean =>
  address.includes('.') && phrasesIn('uk').t(address as 'signal.up') !== address;

const read = new Map<string, { readonly imports: string[]; readonly names: string[] }>();

const getAddress = (file: string, to: string): string =>
  to.startsWith('#web/') ? to.replace('#', 'src/') : normalize(join(dirname(file), to));

function readModule(file: string) {
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(staticImport)].map(([, to = '']) => getAddress(file, to));
  const names = [...text.matchAll(message)].flatMap(([, address = '', end = '']) => {
    const isPhraseUse = end.startsWith('.') || isPhrase(address);
    return isPhraseUse ? [address.split('.')[0] ?? ''] : [];
  });
  const known = { imports: imports.filter((to) => /\.tsx?$/.test(to)), names };
  read.set(file, known);
  return known;
}

/** Namespaces used by a module and its static imports. */
function namespacesIn(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const { imports, names } = read.get(file) ?? readModule(file);
  return new Set([...names, ...imports.flatMap((to) => [...namespacesIn(to, seen)])]);
}

const files = [...Object.values(layouts), ...pages.map(({ screen }) => screen)];

/** The build preloads the chunk of the named file. */
test.each(files.map((part) => [part.file, part] as const))('names the imported file: %s', async (file, part) => {
  const named: unknown = await import(resolve('src/web', file));
  // Each legal page is a part of one module.
  if (file === 'screens/legal/legal.tsx') expect(named).toHaveProperty('legalScreen');
  else expect(await part.load()).toBe(named);
});

test('only public pages have slugs, and only paths with a slug parameter', () => {
  for (const { path, slugs } of pages) expect([path, slugs !== undefined]).toEqual([path, path.includes(':slug')]);
  expect(pages.filter(({ slugs, isOwn }) => slugs && isOwn)).toEqual([]);
});

const namespacesBeyond = (loaded: readonly string[], file: string): string[] =>
  [...namespacesIn(`src/web/${file}`)].filter((name) => !loaded.includes(name)).toSorted();

/**
 * A missing namespace would be fetched during rendering, and an alert could not use it; a
 * superfluous one is loaded for nothing.
 */
test.each(Object.entries(layouts))('the layout %s lists exactly the namespaces it uses', (_, { file, phrases }) => {
  expect([...phrases].toSorted()).toEqual(namespacesBeyond(['common'], file));
});

test.each(pages.map((page) => [page.path, page] as const))(
  '/%s lists exactly the other namespaces it uses',
  (_, page) => {
    const { phrases, layout, screen } = page;
    expect(phrases.toSorted()).toEqual(namespacesBeyond(['common', ...layouts[layout].phrases], screen.file));
  },
);

test('documents, the page of the activation mail and unknown addresses stand alone, in the plain frame', () => {
  const plain = pages.filter(({ layout }) => layout === 'plain').map(({ path }) => path);
  expect(plain).toEqual(expect.arrayContaining(['terms', 'privacy-policy', 'cookie-policy', 'activated-email', '*']));
});
