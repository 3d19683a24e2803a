import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import type { Sha256Hex } from './beacon-round.ts';
import { type Closing, closingText, readClosing } from '#domain/contest/contest-closing.ts';
import { type DrawFindings, listText, type PublishedDraw, verifyDraw } from './contest-draw.ts';

const byNode: Sha256Hex = async (data) => createHash('sha256').update(data).digest('hex');
/** The browser's implementation. */
const byWebCrypto: Sha256Hex = async (data) => {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
};

interface Vector {
  readonly title: string;
  readonly closing: string;
  readonly draw: Omit<PublishedDraw, 'note'>;
}

const file = new URL('../../docs/contest-draw-test-vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };
/** The signature is verified elsewhere. */
const toNote = (text: string): string => `${text}\n— kurs.example/record AAAA\n`;
const allHold: DrawFindings = {
  closing: true,
  list: true,
  decisions: true,
  round: true,
  beacon: true,
  number: true,
  winners: true,
};
const failing = (found: DrawFindings): string[] =>
  Object.entries(found).flatMap(([name, holds]) => (holds ? [] : [name]));

describe.each([
  ['node:crypto', byNode],
  ['WebCrypto', byWebCrypto],
])('the published test vectors, hashed with %s', (_name, sha256) => {
  it.each(vectors)('$title', async ({ draw, closing }) => {
    expect(await verifyDraw(sha256, quicknet, { ...draw, note: toNote(closing) })).toEqual(allHold);
  });
});

const { draw: vector, closing: text } = vectors[1] as Vector;
const honest: PublishedDraw = { ...vector, note: toNote(text) };
const closing = readClosing(text) as Closing;
const find = async (change: Partial<PublishedDraw>): Promise<string[]> =>
  failing(await verifyDraw(byNode, quicknet, { ...honest, ...change }));
const closedAs = (change: Partial<Closing>): Partial<PublishedDraw> => ({
  note: toNote(closingText({ ...closing, ...change })),
});

describe('a tampered draw', () => {
  const { entries, screenshots, winners } = honest;
  const [first = '', ...rest] = entries;
  const later = '2023-08-23T15:59:00.000Z';

  it.each<[string, Partial<PublishedDraw>, string[]]>([
    ['an additional entry', { entries: [...entries, first] }, ['list', 'winners']],
    ['a missing entry', { entries: rest }, ['list']],
    ['another order', { entries: [...rest, first] }, ['list']],
    ['another contest', { contest: '2027-12-01' }, ['closing', 'list']],
    ['a decision taken back', { screenshots: screenshots.slice(1) }, ['list']],
    [
      'a decision after the closing',
      { screenshots: screenshots.map((one) => ({ ...one, status: 'approved', decidedAt: later })) },
      ['list', 'decisions'],
    ],
    ['another round', { round: 1_000 }, ['round', 'beacon']],
    ['another signature', { signature: 'ab'.repeat(48) }, ['beacon', 'number', 'winners']],
    ['another number', { number: 'ab'.repeat(32) }, ['number']],
    ['a missing winner', { winners: winners.slice(1) }, ['winners']],
    ['an additional winner', { winners: [...winners, { number: 6, hash: 'f'.repeat(64) }] }, ['winners']],
    [
      'a note that is no closing',
      { note: toNote('kurs.example/record\n0\nAAAA\n') },
      ['closing', 'list', 'decisions', 'round', 'number', 'winners'],
    ],
  ])('is detected: %s', async (_title, change, findings) => expect(await find(change)).toEqual(findings));

  it.each<[string, Partial<Closing>, string[]]>([
    ['before the end', { endsAt: closing.closedAt + 1 }, ['closing', 'decisions']],
    ['later than the rules allow', { endsAt: closing.closedAt - 604_800_001 }, ['closing']],
    ['with a screenshot undecided before three days had passed', { endsAt: closing.endsAt + 1 }, ['decisions']],
    ['at another time, with the same round', { closedAt: closing.closedAt - 3_000 }, ['decisions', 'round']],
    ['with a round of their choice', { round: 1_000 }, ['round']],
    ['with another chain', { chain: 'ab'.repeat(32) }, ['round']],
    ['with fewer undecided screenshots than the list has', { undecided: 0 }, ['list']],
  ])('is detected: a closing %s', async (_title, change, findings) =>
    expect(await find(closedAs(change))).toEqual(findings),
  );
});

it('a closing is read only if it is exactly as written', () => {
  expect(closingText(closing)).toBe(text);
  for (const other of [`${text}\n`, text.replace('entries 12', 'entries 012'), text.replace('.001Z', '.001+00:00')])
    expect(readClosing(other)).toBeNull();
});

it('the list is written in canonical form, whatever the order of its fields', () => {
  const [shot] = honest.screenshots;
  if (!shot) throw new Error('no screenshot in the vector');
  const reversed = { status: shot.status, id: shot.id, decidedAt: shot.decidedAt };
  expect(listText({ contest: 'x', entries: [], screenshots: [reversed] })).toBe(
    `{"contest":"x","entries":[],"screenshots":[{"decidedAt":"${shot.decidedAt}","id":"${shot.id}","status":"${shot.status}"}]}`,
  );
});
