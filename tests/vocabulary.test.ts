import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The table of docs/glossary.md: each retired word and the standard term for it. */
const retired: Readonly<Record<string, string>> = Object.fromEntries(
  (readFileSync('docs/glossary.md', 'utf8').split('## Retired words')[1] ?? '')
    .split('\n')
    .map((line) => /^\| ([a-z, ]+) \| (.+) \|$/.exec(line))
    .filter((row) => row !== null && row[1] !== 'retired')
    .flatMap((row) => (row?.[1] ?? '').split(', ').map((word) => [word, row?.[2] ?? ''] as const)),
);

/** Names on the wire and in the database, which a rename would break, and the query of the training broker's pages. */
const kept = new Set(['lastFault', 'last_fault', 'toldAt', 'refusal', 'desk', 'toDesk', 'deskTitle']);
/** Texts for users and the libraries that the bench compares with. */
const outside = /^(src\/(phrases|content|sandbox-broker)\/|bench\/peers\/|tests\/vocabulary)/;

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !outside.test(file));

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

const splitWords = (text: string): string[] =>
  (text.match(/[A-Za-z_$][\w$]*/g) ?? [])
    .filter((name) => !kept.has(name))
    .flatMap((name) =>
      name
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[ _]+/),
    );

const retiredIn = (text: string): string[] => splitWords(text).filter((word) => Object.hasOwn(retired, word));

const findings = (toTexts: (source: string) => readonly string[]): string[] =>
  files.flatMap((file) =>
    toTexts(readFileSync(file, 'utf8')).flatMap((text) =>
      retiredIn(text).map((word) => `${file}: ${word}, use ${retired[word]}: ${text.trim().slice(0, 60)}`),
    ),
  );

test('identifiers use the standard terms', () => {
  const found = findings((source) => source.replaceAll(comment, '').replaceAll(literal, "''").split('\n'));
  expect(found).toEqual([]);
});

test('comments use the standard terms', () => {
  expect(findings((source) => source.match(comment) ?? [])).toEqual([]);
});

/** A function begins with a verb; `oneOf(…)` is the schema's own word. */
const nounFunction = /\b(?:function\*?|const|let) ((?!oneOf)[a-z]\w*Of)\b/g;

test('no function is named after its result', () => {
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(nounFunction)].map(
      ([, name]) => `${file}: ${name}, use get…, to… or parse…`,
    ),
  );
  expect(found).toEqual([]);
});

test('the check finds a retired word in a name and in a comment', () => {
  expect(retiredIn('const putFaultAway = 1;')).toEqual(['fault']);
  expect(retiredIn('/** Whoever calls this. */')).toEqual(['whoever']);
});

/** Home-made utility classes that Tailwind's replaced; classes of the design's components stay. */
const retiredClasses = new Set(
  `row col sb nw b num sr t1 t2 t3 s12 s13 s14 s16 s18 g1 g2 g3 g4 g5 g6 g8 g-2 g-3 g-4
  pad pad-s centred centred-text wrap-h wrap-any break-anywhere only-d only-m`.split(/\s+/),
);

const classAttribute = /[cC]lassName=("[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})/g;

const retiredClassesIn = (source: string): string[] =>
  [...source.matchAll(classAttribute)]
    .flatMap(([, value = '']) => value.match(literal) ?? [])
    .flatMap((text) => text.split(/[\s'"`]+/))
    .filter((name) => retiredClasses.has(name));

test('class names are components of the design or utilities of Tailwind', () => {
  const screens = files.filter((file) => file.endsWith('.tsx'));
  const found = screens.flatMap((file) =>
    retiredClassesIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('the check finds a retired class in a literal, a condition and a template', () => {
  expect(retiredClassesIn('<p className="card row">')).toEqual(['row']);
  expect(retiredClassesIn("<p className={isOn ? 'chip' : 's13 t3'}>")).toEqual(['s13', 't3']);
  expect(retiredClassesIn('<p className={`num $' + '{tone}`}>')).toEqual(['num']);
});
