import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isAllowed, listLicences } from './list-licences.ts';

const packages = listLicences(readFileSync('package-lock.json', 'utf8'));

it('all packages have a licence that is allowed', () => {
  expect(packages.length).toBeGreaterThan(500);
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND Zlib)', true],
  ['(MIT AND GPL-3.0-only)', false],
  ['GPL-3.0-only', false],
  ['AGPL-3.0', false],
  ['SEE LICENSE IN LICENSE', false],
  ['UNLICENSED', false],
  ['', false],
])('%j is allowed: %s', (licence, expected) => expect(isAllowed(licence)).toBe(expected));
