import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** The layers of ARCHITECTURE.md: which folders of src each folder may import, besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: ['domain'],
  phrases: ['domain'],
  content: ['domain'],
  engine: ['domain'],
  server: ['domain', 'contract', 'phrases', 'engine'],
  web: ['domain', 'contract', 'phrases', 'content'],
  // An external partner: it shares nothing with the product except the protocol.
  'sandbox-broker': [],
};

/** A stage imports only earlier stages; the files beside the folders may import all. */
const stages = ['tick', 'bar', 'features', 'forecast', 'signal', 'settlement', 'record'];

interface Import {
  readonly from: string;
  readonly to: string;
  /** Erased at runtime: a type import calls nothing. */
  readonly isType: boolean;
}

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'));
const code = sources.filter((file) => !/\.test\.tsx?$/.test(file));
const imports = code.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')));

function rooted(address: string): string {
  return /^#(tests|scripts|research|bench)\//.test(address) ? address.slice(1) : `src/${address.slice(1)}`;
}

/** Internal imports only: `#name/…` and relative addresses, as paths from the root. */
function importsOf(from: string, text: string): Import[] {
  const found = text.matchAll(/\b(?:import|export)\b(\s+type\b)?[^'";]*?['"]([^'"]+)['"]/g);
  return [...found].flatMap(([, type, address = '']) => {
    const isType = type !== undefined;
    if (address.startsWith('#')) return [{ from, to: rooted(address), isType }];
    return address.startsWith('.') ? [{ from, to: normalize(join(dirname(from), address)), isType }] : [];
  });
}

const published = ({ from, to }: Pick<Import, 'from' | 'to'>): string => `${from} -> ${to}`;
const folderOf = (path: string): string => path.split('/')[1] ?? '';
const within = (prefix: string) => imports.filter(({ from }) => from.startsWith(prefix));

test('the table names every folder of src', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !(name in mayImport))).toEqual([]);
});

test('imports are detected', () => {
  expect(imports.length).toBeGreaterThan(50);
});

test.each(Object.entries(mayImport))('%s imports no internal module except %j', (folder, allowed) => {
  const forbidden = within(`src/${folder}/`).filter(
    ({ to }) => !to.startsWith('src/') || ![folder, ...allowed].includes(folderOf(to)),
  );
  expect(forbidden.map(published)).toEqual([]);
});

test('an engine stage imports only the stages before it', () => {
  const stageOf = (path: string) => stages.indexOf(path.split('/')[2] ?? '');
  const forbidden = within('src/engine/').filter(({ from, to }) => {
    if (stageOf(from) < 0 || !to.startsWith('src/engine/')) return false;
    return stageOf(to) < 0 || stageOf(to) > stageOf(from);
  });
  expect(forbidden.map(published)).toEqual([]);
});

test('every folder of the engine is a stage', () => {
  const folders = readdirSync('src/engine', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !stages.includes(name))).toEqual([]);
});

test('a module never calls the repository of another module', () => {
  const forbidden = within('src/server/modules/').filter(({ from, to, isType }) => {
    const other = /^src\/server\/modules\/([^/]+)\/.*\.repository\.ts$/.exec(to)?.[1];
    return other !== undefined && !isType && !from.startsWith(`src/server/modules/${other}/`);
  });
  expect(forbidden.map(published)).toEqual([]);
});

test('routes are composed by services.ts and services/ only, except the health routes of the HTTP shell', () => {
  const wiring = ['src/server/services.ts', 'src/server/services/', 'src/server/app.ts'];
  const isWiring = (file: string) => wiring.some((place) => file.startsWith(place));
  const forbidden = imports.filter(({ from, to }) => to.endsWith('.routes.ts') && !isWiring(from));
  expect(forbidden.map(published)).toEqual([]);
});

test('integrations never import modules, and adapters are named only in services.ts and services/', () => {
  const intoModules = within('src/server/integrations/').filter(({ to }) => to.startsWith('src/server/modules/'));
  const portOf = (path: string) => /^src\/server\/integrations\/([^/]+)\//.exec(path)?.[1];
  const adaptersNamed = within('src/server/').filter(({ from, to }) => {
    const partner = portOf(to);
    const isPort = partner !== undefined && to.endsWith(`/${partner}.ts`);
    const isWiring = from === 'src/server/services.ts' || from.startsWith('src/server/services/');
    return partner !== undefined && !isPort && portOf(from) !== partner && !isWiring;
  });
  expect([...intoModules, ...adaptersNamed].map(published)).toEqual([]);
});

test('transactions begin only in inTransaction, which retries a deadlock and returns the connection', () => {
  const starts = code.filter((file) => /\b(?:db|pool|\$client)\.transaction\(/.test(readFileSync(file, 'utf8')));
  expect(starts).toEqual([]);
});

test('effects after a commit are registered with afterCommit: nothing resolves with a function to be called then', () => {
  const server = code.filter((file) => file.startsWith('src/server/'));
  expect(server.filter((file) => /Promise<\(\) => (void|Promise<void>)>/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('periodic work of the server goes through repeat: no run overlaps, and stop waits for it', () => {
  const server = code.filter((file) => file.startsWith('src/server/'));
  expect(server.filter((file) => /\bsetInterval\b/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('a screen never imports a screen', () => {
  const screenOf = (path: string) => /^src\/web\/screens\/([^/]+)\//.exec(path)?.[1];
  const forbidden = within('src/web/screens/').filter(
    ({ from, to }) => screenOf(to) && screenOf(to) !== screenOf(from),
  );
  expect(forbidden.map(published)).toEqual([]);
});

test('time and randomness are injected into the domain and the engine', () => {
  const ambient =
    /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\b|\bperformance\.now\b/;
  const pure = code.filter((file) => /^src\/(domain|engine)\//.test(file));
  const guilty = pure.filter((file) => ambient.test(withoutComments(readFileSync(file, 'utf8'))));
  expect(guilty).toEqual([]);
});

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');

test('there are no re-exports: no index files, no star exports', () => {
  const guilty = sources.filter(
    (file) => /\/index\.tsx?$/.test(file) || /^export \* from ['"][.#]/m.test(readFileSync(file, 'utf8')),
  );
  expect(guilty).toEqual([]);
});

test('no file is a catch-all: names state the content', () => {
  // phrases/common holds the phrases shared by all screens.
  const named = sources.filter((file) => !file.startsWith('src/phrases/'));
  const drawers = named.filter((file) => /\/(utils?|helpers?|common|misc|shared)(\/|\.|-)/.test(file));
  expect(drawers).toEqual([]);
});

test('files have kebab-case names and a limited length', () => {
  const name = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.tsx?$/;
  expect(sources.filter((file) => !name.test(file.split('/').at(-1) ?? ''))).toEqual([]);
  expect(code.filter((file) => readFileSync(file, 'utf8').split('\n').length > 400)).toEqual([]);
});
