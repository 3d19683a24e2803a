import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { languages } from '#domain/language.ts';
import { trainedModelKeys } from '#domain/signals/ai-model.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
/** What the brand's pages say is no document. */
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('brand/'));
const read = (file: string): string => readFileSync(file, 'utf8');

/** Fails with the name of every entry that one of the two lists lacks. */
function expectSame(what: string, documented: readonly string[], actual: readonly string[]): void {
  const missing = actual.filter((one) => !documented.includes(one)).map((one) => `${what} lacks ${one}`);
  const extra = documented.filter((one) => !actual.includes(one)).map((one) => `${what} names ${one}, which is gone`);
  expect([...missing, ...extra]).toEqual([]);
}

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The rows below the header of a Markdown table, as cells. */
function toTable(document: string, header: string): string[][] {
  const text = read(document);
  const start = text.indexOf(`\n${header}\n`);
  if (start < 0) throw new Error(`${document} has no table with the header ${header}`);
  const [, , ...rows] = text.slice(start + 1).split('\n');
  const end = rows.findIndex((row) => !row.startsWith('|'));
  return rows.slice(0, end).map((row) => row.split('|').slice(1, -1));
}

const foldersIn = (folder: string): string[] => [
  ...new Set(
    files.flatMap((file) => (file.startsWith(folder) ? (/^([^/]+)\//.exec(file.slice(folder.length))?.[1] ?? []) : [])),
  ),
];

test.each(toTable('ARCHITECTURE.md', '| folder | its folders |'))(
  'ARCHITECTURE.md lists the folders of%s',
  (folder, listed = '') => {
    const [path = ''] = quoted(folder ?? '');
    expectSame(`ARCHITECTURE.md, ${path},`, quoted(listed), foldersIn(path));
  },
);

test('docs/measurements.md has figures only of rows of the bench', () => {
  const bench = files.filter((file) => /^bench\/rows\/[^/]+\.ts$/.test(file));
  const names = bench.flatMap((file) => /: Row = \{\s+name: '([\w-]+)'/.exec(read(file))?.[1] ?? []);
  const header = '| row | figure | measured | goal | verdict | commit | load |';
  const measured = toTable('docs/measurements.md', header).flatMap(([name = '']) => quoted(name));
  expect(measured.filter((name) => !names.includes(name))).toEqual([]);
});

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

test.each(languages)('what the build does not write is in %s too: two pages, README.md and the glossary', (lang) => {
  for (const page of ['public/offline.html', 'deploy/nginx/unavailable.html'])
    expect(read(page), page).toContain(` lang="${lang}">`);
  expect(read('README.md')).toContain(new Intl.DisplayNames('en', { type: 'language' }).of(lang));
  expect(read('docs/glossary.md')).toContain(` | ${lang} |`);
});

test('models/README.md lists every trained model', () => {
  const documented = toTable('models/README.md', '| model | what it is |').flatMap(([model = '']) => quoted(model));
  expectSame('models/README.md', documented, trainedModelKeys);
});

test('CONTRIBUTING.md lists every command', () => {
  const documented = toTable('CONTRIBUTING.md', '| command | what it does |').map(
    ([command = '']) => /`npm (?:run )?([\w-]+)/.exec(command)?.[1] ?? command,
  );
  expectSame('CONTRIBUTING.md', documented, Object.keys(scripts));
});

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
const expanded = (path: string): string[] => {
  const [, before = '', list, after = ''] = /^([^{]*)\{([^}]+)\}(.*)$/.exec(path) ?? [];
  return list === undefined ? [path] : list.split(',').flatMap((one) => expanded(before + one + after));
};

/** A path of the repository, or the end of one. */
const exists = (path: string): boolean =>
  files.some((file) => (path.endsWith('/') ? `/${file}`.includes(`/${path}`) : `/${file}`.endsWith(`/${path}`)));

test.each(documents)('%s names only paths and commands that exist', (document) => {
  const text = read(document);
  const paths = quoted(text.replaceAll(/```[\s\S]*?```/g, ''))
    .filter((name) =>
      /^[\w@{][\w@.{},/-]*\.(tsx?|mjs|sql|yaml)$|^(src|tests|scripts|research|bench)\/[\w@.{},/-]*\/$/.test(name),
    )
    .flatMap(expanded);
  const commands = [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w-]*)/g)].map(([, name = '']) => name);
  expect([...paths.filter((path) => !exists(path)), ...commands.filter((name) => !(name in scripts))]).toEqual([]);
});

/** The address of a heading as GitHub and most renderers write it. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const toAnchors = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));

test.each(documents)('the links of %s lead to files and headings that exist', (document) => {
  const links = read(document).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g);
  const broken = [...links].filter(([, path = '', anchor]) => {
    if (/^[a-z]+:/.test(path)) return false;
    const target = path === '' ? document : join(dirname(document), path);
    return !existsSync(target) || (anchor !== undefined && !toAnchors(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(documents)("the operator's pages that %s names exist", (document) => {
  const named = [...read(document).matchAll(/`(?:\/en)?\/(admin\/[a-z]+)`/g)].map(([, page = '']) => page);
  const routes = read('src/web/routes.ts');
  expect(named.filter((page) => !routes.includes(`'${page}'`))).toEqual([]);
});

const countWords = (file: string): number => read(file).split(/\s+/).filter(Boolean).length;

test('the documents have at most 25,000 words', () => {
  expect(documents.reduce((sum, file) => sum + countWords(file), 0)).toBeLessThanOrEqual(25_000);
});

test('a decision has at most 250 words, and there are at most twenty', () => {
  const decisions = readdirSync('docs/decisions').map((file) => `docs/decisions/${file}`);
  expect(decisions.length).toBeLessThanOrEqual(20);
  for (const file of decisions) {
    expect([file, countWords(file) <= 250]).toEqual([file, true]);
    expect(toAnchors(file).slice(1)).toEqual(['context', 'decision', 'consequences']);
  }
});
