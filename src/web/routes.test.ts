import { readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from './language/bundle.uk.ts';
import { namespaces } from './language/phrase-book.ts';
import { layouts, pages } from './routes.ts';

/** `import … from './there.ts'`: what comes with a module, not what it fetches later. */
const staticImport = /^(?:import|export)\b(?!\s+type\b)[^;]*?from '(\.[^']+)';/gms;
/** `'signal.up'` and `` `signal.${direction}` ``. */
const message = new RegExp(`['"\`]((?:${namespaces.join('|')})(?:\\.\\w+)*)(\\.\\$\\{|['"\`])`, 'g');
const words: object = Object.fromEntries(
  await Promise.all(Object.entries(bundle).map(async ([name, fetchWords]) => [name, await fetchWords()] as const)),
);

/** The names of audited actions look like addresses of phrases, and are none. */
const isPhrase = (address: string): boolean => {
  const found = address
    .split('.')
    .reduce<unknown>((node, name) => (Object(node) as Record<string, unknown>)[name], words);
  return typeof found === 'string' || typeof Object(found).other === 'string';
};

const read = new Map<string, { readonly imports: string[]; readonly names: string[] }>();

function readModule(file: string) {
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(staticImport)].map(([, to = '']) => normalize(join(dirname(file), to)));
  const names = [...text.matchAll(message)].flatMap(([, address = '', end = '']) => {
    const isSaid = end.startsWith('.') || isPhrase(address);
    return isSaid ? [address.split('.')[0] ?? ''] : [];
  });
  const known = { imports: imports.filter((to) => /\.tsx?$/.test(to)), names };
  read.set(file, known);
  return known;
}

/** Namespaces that a module and everything that comes with it speak in. */
function spokenBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const { imports, names } = read.get(file) ?? readModule(file);
  return new Set([...names, ...imports.flatMap((to) => [...spokenBy(to, seen)])]);
}

const files = [...Object.values(layouts), ...pages.map(({ screen }) => screen)];

/** The build preloads the chunk of the named file. */
test.each(files.map((part) => [part.file, part] as const))('%s is the file that is imported', async (file, part) => {
  const named: unknown = await import(resolve('src/web', file));
  expect(await part.load()).toBe(named);
});

test('only public pages have slugs, and only addresses that have a place for one', () => {
  for (const { path, slugs } of pages) expect([path, slugs !== undefined]).toEqual([path, path.includes(':slug')]);
  expect(pages.filter(({ slugs, isOwn }) => slugs && isOwn)).toEqual([]);
});

/** What is missing would be fetched while the page is drawn, and an alert could not say it; what is too much is carried for nothing. */
test.each(pages.map((page) => [page.path, page] as const))('/%s names the phrases it speaks in', (_, page) => {
  const sources = [page.screen, layouts[page.layout]].map(({ file }) => `src/web/${file}`);
  const spoken = new Set(sources.flatMap((file) => [...spokenBy(file)]));
  spoken.delete('common');
  expect([...page.phrases].toSorted()).toEqual([...spoken].toSorted());
});
