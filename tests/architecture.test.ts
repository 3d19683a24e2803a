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
  record: ['domain', 'contract'],
  // Node's cryptography and durable files, which the commands use as well.
  node: ['domain', 'record'],
  server: ['domain', 'contract', 'phrases', 'engine', 'record', 'node'],
  web: ['domain', 'contract', 'phrases', 'content', 'record'],
  // An external partner: it shares nothing with the product except the protocol and the market.
  'sandbox-broker': ['domain'],
};

/** The simulated market, which the sandbox broker quotes as well. */
const simulatedMarket = 'src/server/integrations/market-data/simulated/';

/** The measured figures of the model files, which the pages state. */
const heldOutFigures = 'models/held-out.json';

/** A stage imports only earlier stages; the files beside the folders may import all. */
const stages = ['tick', 'bar', 'features', 'forecast', 'settlement'];

interface Import {
  readonly from: string;
  readonly to: string;
  /** `import(…)`: loaded when it is needed. */
  readonly isLazy: boolean;
}

const sources = filesIn('src');
const code = sources.filter((file) => !/\.test\.tsx?$/.test(file));
const imports = code.flatMap((file) => listImports(file, readFileSync(file, 'utf8')));
/** The product with its tests, commands, measurements and studies. */
const everything = [...sources, ...['scripts', 'tests', 'bench', 'research'].flatMap(filesIn)];

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'));
}

function rooted(address: string): string {
  return /^#(tests|scripts|research|bench)\//.test(address) ? address.slice(1) : `src/${address.slice(1)}`;
}

/** Internal imports only: `#name/…` and relative addresses, as paths from the root. */
function listImports(from: string, text: string): Import[] {
  const found = text.matchAll(/\b(?:import|export)\b([^'";]*?)['"]([^'"]+)['"]/g);
  return [...found].flatMap(([, names = '', address = '']) => {
    const isLazy = /^\s*\($/.test(names);
    if (address.startsWith('#')) return [{ from, to: rooted(address), isLazy }];
    return address.startsWith('.') ? [{ from, to: normalize(join(dirname(from), address)), isLazy }] : [];
  });
}

const published = ({ from, to }: Pick<Import, 'from' | 'to'>): string => `${from} -> ${to}`;
const getFolder = (path: string): string => path.split('/')[1] ?? '';
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
    ({ from, to }) =>
      (!to.startsWith('src/') || ![folder, ...allowed].includes(getFolder(to))) &&
      !(from === 'src/sandbox-broker/simulated-quotes.ts' && to.startsWith(simulatedMarket)) &&
      !(folder === 'content' && to === heldOutFigures),
  );
  expect(forbidden.map(published)).toEqual([]);
});

test('an engine stage imports only the stages before it', () => {
  const getStage = (path: string) => stages.indexOf(path.split('/')[2] ?? '');
  const forbidden = within('src/engine/').filter(({ from, to }) => {
    if (getStage(from) < 0 || !to.startsWith('src/engine/')) return false;
    return getStage(to) < 0 || getStage(to) > getStage(from);
  });
  expect(forbidden.map(published)).toEqual([]);
});

test('every folder of the engine is a stage', () => {
  const folders = readdirSync('src/engine', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !stages.includes(name))).toEqual([]);
});

const ofServer = within('src/server/');
const getModule = (path: string): string | undefined => /^src\/server\/modules\/([^/]+)\//.exec(path)?.[1];
const getPartner = (path: string): string | undefined => /^src\/server\/integrations\/([^/]+)\//.exec(path)?.[1];
const isPort = (path: string): boolean => path.endsWith(`/${getPartner(path)}.ts`);

/** All that modules may import of another module besides its `<noun>.api.ts`. */
const sharedByModules: Readonly<Record<string, string>> = {
  'src/server/modules/audit/write-audit.ts': 'writes in the transaction of the action, without dependencies',
  'src/server/modules/record/append/append-leaves.ts':
    'writes in the transaction of what it records, without dependencies',
  'src/server/modules/record/append/stored-leaves.ts': 'reads by the connection of its caller, without dependencies',
  'src/server/modules/record/sign/note-file.ts': 'a file beside the database, without dependencies',
};

test('a module imports of another module only its api', () => {
  const forbidden = ofServer.filter(({ from, to }) => {
    const [own, other] = [getModule(from), getModule(to)];
    if (own === undefined || other === undefined || own === other) return false;
    return to !== `src/server/modules/${other}/${other}.api.ts` && !(to in sharedByModules);
  });
  expect(forbidden.map(published)).toEqual([]);
});

test('the engine on a live feed imports no module, and only the ports of partners', () => {
  const folders = ['live', 'jobs', 'integrations'];
  const files = ['src/server/start/component.ts', 'src/server/config.ts', 'src/server/config/market.ts'];
  const forbidden = within('src/server/live/').filter(({ to }) => {
    if (!to.startsWith('src/server/')) return !/^src\/(domain|engine)\//.test(to);
    return !files.includes(to) && (!folders.includes(to.split('/')[2] ?? '') || (getPartner(to) && !isPort(to)));
  });
  expect(forbidden.map(published)).toEqual([]);
});

test('what every module uses imports no module', () => {
  const forbidden = ofServer.filter(
    ({ from, to }) => /^src\/server\/(http|database|jobs|deliveries)\//.test(from) && getModule(to),
  );
  expect(forbidden.map(published)).toEqual([]);
});

test('routes and repositories are imported by their own module only, except the health routes', () => {
  const isPrivate = (path: string): boolean => /\.(routes|repository)\.ts$/.test(path);
  const forbidden = ofServer.filter(
    ({ from, to }) => isPrivate(to) && getModule(from) !== getModule(to) && getModule(to) !== 'health',
  );
  expect(forbidden.map(published)).toEqual([]);
});

test('modules are created by services.ts only', () => {
  const isModule = (path: string): boolean => /\/(create-[a-z-]+-)?module\.ts$/.test(path);
  const forbidden = ofServer.filter(({ from, to }) => isModule(to) && from !== root);
  expect(forbidden.map(published)).toEqual([]);
});

const root = 'src/server/services.ts';

test('the composition root has at most 120 lines', () => {
  expect(readFileSync(root, 'utf8').split('\n').length).toBeLessThanOrEqual(120);
});

test('integrations never import modules, and adapters are chosen in services/ only', () => {
  const intoModules = within('src/server/integrations/').filter(({ to }) => getModule(to));
  const adaptersNamed = ofServer.filter(({ from, to }) => {
    const isOutside = getPartner(to) !== undefined && getPartner(from) !== getPartner(to);
    return isOutside && !isPort(to) && !from.startsWith('src/server/services/');
  });
  expect([...intoModules, ...adaptersNamed].map(published)).toEqual([]);
});

test('a clock of the server is the one of the wall or of the market', () => {
  const either = code.filter(
    (file) =>
      file.startsWith('src/server/') && /\{[^}]*\bClock\b[^}]*\} from '#domain\/time/.test(readFileSync(file, 'utf8')),
  );
  expect(either.filter((file) => !file.includes('.test.'))).toEqual([]);
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
  const getScreen = (path: string) => /^src\/web\/screens\/([^/]+)\//.exec(path)?.[1];
  const forbidden = within('src/web/screens/').filter(
    ({ from, to }) => getScreen(to) && getScreen(to) !== getScreen(from),
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

test('there are no re-exports and no index files', () => {
  const guilty = everything.filter(
    (file) =>
      /\/index\.tsx?$/.test(file) ||
      /^export\s+(?:type\s+)?(?:\*[^'"\n]*|\{[^}]*\}\s*)from ['"][.#]/m.test(readFileSync(file, 'utf8')),
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

/** Lists of files of one kind, which have no topics to part them by. */
const longFolders = ['tests/journeys', 'bench/rows'];

test('a folder has at most 25 files beside its tests', () => {
  const files = everything.filter((file) => !/\.test\.tsx?$/.test(file) && !longFolders.includes(dirname(file)));
  const folders = Map.groupBy(files, dirname);
  expect([...folders].filter(([, { length }]) => length > 25).map(([folder]) => folder)).toEqual([]);
});

/** Short files that stay beside their only importer. */
const borders: Readonly<Record<string, RegExp>> = {
  'a route is found by its name': /^src\/server\/modules\/.+\.routes\.ts$/,
  'an indicator is a term of its own': /^src\/engine\/features\//,
  'a table of settings has one topic': /^src\/server\/config\//,
  'it is tested without the worker that begins when it is imported': /^src\/web\/offline\//,
};

test('a file joins its only importer beside it: one below 30 lines always, an untested one outside of modules up to 300 in all', () => {
  const texts = /^src\/(phrases|content)\//;
  const isTest = (file: string) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file);
  const all = everything.flatMap((file) => listImports(file, readFileSync(file, 'utf8')));
  const importers = Map.groupBy(all, ({ to }) => to);
  const countLines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;
  const slivers = code.filter((file) => {
    const users = [...new Set(importers.get(file)?.map(({ from }) => from))];
    const [one, ...others] = users.filter((user) => !isTest(user));
    const isLazy = importers.get(file)?.some((found) => found.isLazy);
    if (!one || others.length > 0 || isLazy || texts.test(file) || dirname(one) !== dirname(file)) return false;
    // A use case is found by the verb in the name of its file.
    const isUseCase = file.startsWith('src/server/modules/');
    const isWhole = users.some(isTest) || isUseCase || countLines(file) + countLines(one) > 300;
    return countLines(file) < 30 || !isWhole;
  });
  expect(slivers.filter((file) => !Object.values(borders).some((border) => border.test(file)))).toEqual([]);
});

test('nothing in src reaches the tools and the tests, except tests for their support', () => {
  const address = /['"`](?:#|(?:\.{1,2}\/)*)((?:scripts|research|bench|tests)\/[\w./-]*)/g;
  const reached = sources.flatMap((file) =>
    [...withoutComments(readFileSync(file, 'utf8')).matchAll(address)].map(([, to = '']) => ({ from: file, to })),
  );
  const isTestSupport = ({ from, to }: (typeof reached)[number]) =>
    /\.test\.tsx?$/.test(from) && to.startsWith('tests/support/');
  expect(reached.filter((one) => !isTestSupport(one)).map(published)).toEqual([]);
});

test('imports have no cycles, of types and in the tools and tests neither; a page that loads lazily is no import', () => {
  const all = everything.flatMap((file) => listImports(file, withoutComments(readFileSync(file, 'utf8'))));
  expect(cyclesIn(all.filter(({ isLazy }) => !isLazy))).toEqual([]);
});

/** One cycle for each import that closes it, as the files in order. */
function cyclesIn(edges: readonly Import[]): string[] {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const finished = new Set<string>();
  const follow = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' -> ')];
    if (finished.has(file)) return [];
    const found = (targets.get(file) ?? []).flatMap(({ to }) => follow(to, [...path, file]));
    finished.add(file);
    return found;
  };
  return [...targets.keys()].flatMap((file) => follow(file, []));
}

test('ARCHITECTURE.md states the same import rules', () => {
  const rows = [...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^\| (`[^|]+) \| ([^|]+) \|$/gm)];
  const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const stated = new Map(
    rows.flatMap(([, from = '', to = '']) => quoted(from).map((folder) => [folder, quoted(to)] as const)),
  );
  for (const [folder, allowed] of Object.entries(mayImport))
    expect([folder, stated.get(folder)?.filter((name) => name !== 'src')]).toEqual([folder, allowed]);
});
