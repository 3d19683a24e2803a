import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeOtherBrand } from '#tests/support/other-brand/write-other-brand.ts';
import { computeDigests, brandFolder, findBrandIssues, readBrand } from './brand.ts';

let folder: string;
beforeAll(() => {
  folder = writeOtherBrand();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The issues of the folder while one file is changed, without the path of the folder. */
function getIssuesWith(name: string, change: (text: string) => string) {
  const path = join(folder, name);
  const original = readFileSync(path);
  writeFileSync(path, change(original.toString()));
  const issues = findBrandIssues(folder);
  writeFileSync(path, original);
  return issues.map((issue) => ({ ...issue, name: issue.name.replace(`${folder}/`, '') }));
}

const field = (name: string, value: unknown) => (text: string) => {
  const [first = '', ...rest] = name.split('.');
  const json = JSON.parse(text);
  const parent = rest.slice(0, -1).reduce((node, key) => node[key], rest.length > 0 ? json[first] : json);
  parent[rest.at(-1) ?? first] = value;
  return JSON.stringify(json);
};

test('BRAND_DIR names a folder from that of the project, and is unset while it is empty', () => {
  expect([brandFolder(), brandFolder('')]).toEqual([resolve('brand'), resolve('brand')]);
  expect([brandFolder('my-brand'), brandFolder('/opt/brand')]).toEqual([resolve('my-brand'), '/opt/brand']);
});

test('both brands are right', () => {
  expect(findBrandIssues(brandFolder())).toEqual([]);
  expect(findBrandIssues(folder)).toEqual([]);
});

test.each([
  ['name', '', /^a name/],
  ['name', 'A <b>', /^a name/],
  ['slug', 'My Brand', /^2 to 24 lower-case letters/],
  ['supportEmail', 'nobody', /^an e-mail address/],
  ['links.chat', 'http://chat.example', /^an https:\/\/ address/],
  ['social.x', 'javascript:alert(1)', /^an https:\/\/ address/],
  ['company.address', 'two\nlines', /^its address, one line/],
  ['partnerLink.ru', '', /^a text, one line/],
  ['legalSince', '1 May', /^a date such as/],
  ['colors.dark.quiet', '#333333', /^a colour with a contrast of at least 4.5 on ground #0D1512, not 1\.\d\d$/],
  ['colors.light.up', 'green', /^a colour such as/],
])('brand.json with %s=%j is named with its field and what is allowed', (name, value, allowed) => {
  const [issue] = getIssuesWith('brand.json', field(name, value));
  expect(issue).toEqual({ name: `brand.json ${name}`, value, allowed: expect.stringMatching(allowed) });
});

test.each([
  ['brand.json', () => '{', /^JSON$/],
  ['logo.svg', () => '<svg viewBox="0 0 1 1" onload="alert(1)"></svg>', /without scripts/],
  ['favicon.svg', () => '<svg></svg>', /with a viewBox/],
  ['icons/icon-192.png', () => 'GIF89a', /^a PNG of 192x192 pixels$/],
  ['legal/terms.uk.md', (text: string) => text.replace(/^# /, ''), /^a title/],
  ['legal/terms.en.md', (text: string) => `${text}\n### Smaller\n`, /^a title.*\{\{company\}\}/],
  ['legal/terms.en.md', (text: string) => `${text}\n\n- point\n\nafter it\n`, /the list of a section is its end$/],
  ['legal/terms.ru.md', (text: string) => `${text}\n**Important**\n`, /without emphasis, links/],
  ['legal/terms.ru.md', (text: string) => `${text}\n[Rules](https://a.example)\n`, /without emphasis, links/],
  ['faq.ru.md', (text: string) => `${text}\n## Without an answer\n`, /^questions/],
  ['faq.en.md', (text: string) => `${text} {{phone}}`, /\{\{support\}\}/],
])('%s is named when it is wrong', (name, change, allowed) => {
  const [issue, ...others] = getIssuesWith(name, change);
  expect(issue).toEqual({ name, value: expect.any(String), allowed: expect.stringMatching(allowed) });
  expect(others).toEqual([]);
});

test('a folder without its files is named, and so is each file that lacks', () => {
  expect(findBrandIssues('/no/such/folder')).toMatchObject([{ name: 'BRAND_DIR', value: '/no/such/folder' }]);
  rmSync(join(folder, 'faq.uk.md'));
  expect(findBrandIssues(folder)).toMatchObject([{ name: `${folder}/faq.uk.md`, value: null }]);
});

test('a text leaves out what names the company while there is none', () => {
  const { legal } = readBrand(brandFolder()).texts;
  expect(legal.terms.en.sections[0]?.paragraphs).toEqual([expect.stringMatching(/^Kurs is an information service/)]);
});

test('the doctor knows the shipped brand as it is', async () => {
  const digests = JSON.stringify(computeDigests(brandFolder()), null, 2);
  await expect(`${digests}\n`).toMatchFileSnapshot('../modules/system/checkup/default-brand.json');
});
