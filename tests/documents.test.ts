import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import drizzleConfig from '../drizzle.config.ts';

const architecture = readFileSync('ARCHITECTURE.md', 'utf8');
const contributing = readFileSync('CONTRIBUTING.md', 'utf8');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '');

/** Fails with the name of every entry that one of the two lists lacks. */
function expectSame(what: string, documented: readonly string[], actual: readonly string[]): void {
  const missing = actual.filter((one) => !documented.includes(one)).map((one) => `${what} lacks ${one}`);
  const extra = documented.filter((one) => !actual.includes(one)).map((one) => `${what} names ${one}, which is gone`);
  expect([...missing, ...extra]).toEqual([]);
}

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The rows below the header of a Markdown table, as cells. */
function toTable(text: string, header: string): string[][] {
  const start = text.indexOf(`\n${header}\n`);
  if (start < 0) throw new Error(`there is no table with the header ${header}`);
  const [, , ...rows] = text.slice(start + 1).split('\n');
  const end = rows.findIndex((row) => !row.startsWith('|'));
  return rows.slice(0, end).map((row) => row.split('|').slice(1, -1));
}

const foldersIn = (folder: string): string[] => [
  ...new Set(
    files.flatMap((file) => (file.startsWith(folder) ? (/^([^/]+)\//.exec(file.slice(folder.length))?.[1] ?? []) : [])),
  ),
];

const tablesIn = (file: string): string[] =>
  [...readFileSync(`src/server/database/${file}`, 'utf8').matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(
    ([, name = '']) => name,
  );
const tableFiles = ['schema.ts', ...readdirSync('src/server/database/tables').map((file) => `tables/${file}`)].filter(
  (file) => tablesIn(file).length > 0,
);

describe('ARCHITECTURE.md', () => {
  const folderRows = toTable(architecture, '| folder | its folders |');
  const tableRows = toTable(architecture, '| file in `src/server/database/` | tables |');

  test.each(folderRows)('lists the folders of%s', (folder, listed = '') => {
    const [path = ''] = quoted(folder ?? '');
    expectSame(`ARCHITECTURE.md, ${path},`, quoted(listed), foldersIn(path));
  });

  test('lists every file that defines tables', () => {
    expectSame(
      'ARCHITECTURE.md, the list of tables,',
      tableRows.flatMap(([file = '']) => quoted(file)),
      tableFiles,
    );
  });

  test.each(tableRows)('lists the tables of%s', (file, listed = '') => {
    const [name = ''] = quoted(file ?? '');
    expectSame(`ARCHITECTURE.md, ${name},`, quoted(listed), tablesIn(name));
  });

  test('has no sentence of more than 200 characters', () => {
    const prose = architecture.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/^[|#].*$/gm, '');
    const paragraphs = prose.split(/\n\n|\n- /).map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim());
    const sentences = paragraphs.flatMap((paragraph) => paragraph.split(/(?<=\.(?:\*\*)?) /));
    expect(sentences.length).toBeGreaterThan(50);
    expect(sentences.filter((sentence) => sentence.length > 200)).toEqual([]);
  });
});

test('docs/operating.md states the retention of every table', () => {
  const rows = toTable(readFileSync('docs/operating.md', 'utf8'), '| table | retention | bytes per row | rows |');
  expectSame(
    'docs/operating.md',
    rows.flatMap(([name = '']) => quoted(name)),
    tableFiles.flatMap(tablesIn),
  );
});

test('docs/measurements.md has figures of every row of the bench, and of no other', () => {
  const bench = files.filter((file) => /^bench\/rows\/[^/]+\.ts$/.test(file) && existsSync(file));
  const names = bench.flatMap((file) => /: Row = \{\s+name: '([\w-]+)'/.exec(readFileSync(file, 'utf8'))?.[1] ?? []);
  const header = '| row | figure | measured | goal | verdict | commit | load |';
  const rows = toTable(readFileSync('docs/measurements.md', 'utf8'), header).flatMap(([name = '']) => quoted(name));
  expectSame('docs/measurements.md', [...new Set(rows)], names);
});

describe('docs/faults-and-attacks.md', () => {
  const text = readFileSync('docs/faults-and-attacks.md', 'utf8');
  const rows = text.split('\n').flatMap((line) => {
    const [, number = '', tests = ''] = /^\| ([FA]\d+) \|.*\| ([^|]+) \|$/.exec(line) ?? [];
    return number === '' ? [] : [{ number, tests: quoted(tests) }];
  });
  const isTest = (file: string): boolean => /\.(test\.tsx?|e2e\.ts)$/.test(file) && existsSync(file);

  test('has a row for every number that a test names', () => {
    const named = files.filter(isTest).flatMap((file) => {
      const inName = [...(/^tests\/(?:faults|attacks)\/(.*)$/.exec(file)?.[1] ?? '').matchAll(/\b([fa])0?(\d+)-/g)];
      const inText = [...readFileSync(file, 'utf8').matchAll(/'([FA])(\d{1,2})[:,]/g)];
      return [...inName, ...inText].map(([, kind = '', number = '']) => kind.toUpperCase() + number);
    });
    expectSame(
      'docs/faults-and-attacks.md',
      rows.map(({ number }) => number),
      [...new Set([...named, ...rows.map(({ number }) => number)])],
    );
  });

  test.each(rows)('$number has tests that exist', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((file) => !files.includes(file))).toEqual([]);
  });
});

test('drizzle.config.ts reads every file that defines tables', () => {
  const { schema } = z.object({ schema: z.array(z.string()) }).parse(drizzleConfig);
  expectSame(
    'drizzle.config.ts',
    schema,
    tableFiles.map((file) => `./src/server/database/${file}`),
  );
});

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

test('CONTRIBUTING.md lists every command', () => {
  const documented = toTable(contributing, '| command | what it does |').map(
    ([command = '']) => /`npm (?:run )?([\w-]+)/.exec(command)?.[1] ?? command,
  );
  expectSame('CONTRIBUTING.md', documented, Object.keys(scripts));
});

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
const expanded = (path: string): string[] => {
  const [, before = '', list, after = ''] = /^([^{]*)\{([^}]+)\}(.*)$/.exec(path) ?? [];
  return list === undefined ? [path] : list.split(',').flatMap((one) => expanded(before + one + after));
};

/** A path of the repository, or the end of one: a bare file name is in the folder named before it. */
const exists = (path: string): boolean =>
  files.some((file) => {
    const end = `/${file}`;
    return path.endsWith('/') ? `${end}`.includes(`/${path}`) : end.endsWith(`/${path}`);
  });

test.each([
  ['ARCHITECTURE.md', architecture],
  ['CONTRIBUTING.md', contributing],
])('%s names only paths that exist', (document, text) => {
  const paths = quoted(text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/\[[^\]]*\]\(([^)#]+)[^)]*\)/g, '`$1`'))
    .filter((name) => /^[\w@{][\w@.{},/-]*$/.test(name) && /\/$|\.(tsx?|md|json|sql|yaml)$/.test(name))
    .flatMap(expanded);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !exists(path)).map((path) => `${document} names ${path}`)).toEqual([]);
});

const documents = files.filter((file) => file.endsWith('.md') && existsSync(file));

// The page of the API is run by tests/api/api-page.test.ts, which writes the files that it names.
test.each(documents.filter((document) => document !== 'docs/api.md'))(
  '%s names only source files and commands that exist',
  (document) => {
    const text = readFileSync(document, 'utf8');
    const sources = quoted(text.replaceAll(/```[\s\S]*?```/g, ''))
      .filter((name) => /^[\w@{][\w@.{},/-]*\.(tsx?|mjs|sql|yaml)$/.test(name))
      .flatMap(expanded);
    const commands = [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w-]*)/g)].map(([, name = '']) => name);
    const unknown = [...sources.filter((file) => !exists(file)), ...commands.filter((name) => !(name in scripts))];
    expect(unknown).toEqual([]);
  },
);

/** The address of a heading as GitHub and most renderers write it. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const toAnchors = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));

test.each(documents)('the links of %s lead to files and headings that exist', (document) => {
  const links = readFileSync(document, 'utf8').matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g);
  const broken = [...links].filter(([, path = '', anchor]) => {
    if (/^[a-z]+:/.test(path)) return false;
    const target = path === '' ? document : join(dirname(document), path);
    return !existsSync(target) || (anchor !== undefined && !toAnchors(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

describe('docs/decisions', () => {
  const records = readdirSync('docs/decisions').filter((file) => /^\d{3}-/.test(file));
  const rows = toTable(readFileSync('docs/decisions/README.md', 'utf8'), '| number | decision | includes |');

  test('README.md lists every record by number, title and file', () => {
    const listed = rows.map(([number = '', link = '']) => `${number.trim()} ${link.trim()}`);
    const actual = records.map((file) => {
      const [, number = '', title = ''] =
        /^# (\d{3})\. (.+)$/m.exec(readFileSync(`docs/decisions/${file}`, 'utf8')) ?? [];
      return `${number} [${title}](${file})`;
    });
    expectSame('docs/decisions/README.md', listed, actual);
  });

  test('a number is that of one record', () => {
    const numbers = rows.flatMap(([number = '', , includes = '']) => [number, ...includes.split(',')]);
    const named = numbers.map((number) => number.trim()).filter((number) => number !== '');
    expect(named.filter((number, index) => named.indexOf(number) !== index)).toEqual([]);
  });

  test('the code and the documents name only records that exist', () => {
    const readers = files.filter((file) => /\.(md|tsx?|mjs|yaml)$/.test(file) && existsSync(file));
    const named = readers.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bdecisions?[ /]\[?(\d{3})\b/g)].map(([, number = '']) => ({
        file,
        number,
      })),
    );
    expect(named.length).toBeGreaterThan(50);
    const unknown = named.filter(({ number }) => !records.some((record) => record.startsWith(number)));
    expect(unknown.map(({ file, number }) => `${file} names ${number}`)).toEqual([]);
  });
});
