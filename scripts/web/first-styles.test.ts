import { expect, test } from 'vitest';
import { firstStyles } from './first-styles.ts';

const html = `<html><head><style>.late{}</style></head><body class="page"><main id="content"><h1 class="h1 num">A</h1>
<a class="btn btn-p" href="/">B</a><p hidden>C</p></main></body></html>`;
const kept = (css: string): string => firstStyles(css, html).replaceAll(/\s+/g, ' ').trim();

test.each([
  '.btn { color: red }',
  '.page > main .h1.num { color: red }',
  '#content h1 { color: red }',
  '[data-theme=light] .btn { color: red }',
  '.btn:not(.busy), .btn:focus-visible { color: red }',
  ':root { --bg: red }',
  '*, ::before { box-sizing: border-box }',
  'p[hidden] { display: none }',
  '@layer theme, base;',
  '@font-face { font-family: A; src: url(/a.woff2) }',
  '@media (max-width: 720px) { .btn { color: red } }',
])('%s is needed', (css) => {
  expect(kept(css)).toBe(css);
});

test.each([
  '.late { color: red }',
  '.btn .missing { color: red }',
  '.btn:not(.x) > .missing { color: red }',
  '#other { color: red }',
  'table td { color: red }',
  '.btn:hover { color: red }',
  '@media print { .btn { color: red } }',
  '@layer components { .missing { color: red } }',
  '@keyframes turn { to { rotate: 1turn } }',
])('%s can come later', (css) => {
  expect(kept(css)).toBe('');
});

test('of a list of selectors those that are needed stay, and a movement stays with whoever moves by it', () => {
  expect(kept('.missing, .btn, .btn:hover { color: red }')).toBe('.btn { color: red }');
  const moving = '.btn { animation: turn 1s } @keyframes turn { to { rotate: 1turn } }';
  expect(kept(moving)).toBe(moving);
  expect(kept('.missing { animation: turn 1s } @keyframes turn { to { rotate: 1turn } }')).toBe('');
});

test.each([
  [String.raw`.gap-1\.5`, 'gap-1.5'],
  [String.raw`.gap-\[18px\]`, 'gap-[18px]'],
  [String.raw`.wide\:flex`, 'wide:flex'],
])('%s is known by its name', (selector, name) => {
  const utility = `${selector} { gap: 6px }`;
  expect([`<body class="${name}">`, '<body>'].map((page) => firstStyles(utility, page).trim())).toEqual([utility, '']);
});
