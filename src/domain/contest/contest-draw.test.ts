import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawNumber, type HashText, type PublishedDraw, rankEntries, verifyDraw } from './contest-draw.ts';

const byNode: HashText = async (text) => createHash('sha256').update(text).digest('hex');
/** The browser's implementation. */
const byWebCrypto: HashText = async (text) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');

const file = new URL('../../../docs/contest-draw-test-vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: { title: string; draw: PublishedDraw }[] };
const allHold = { seed: true, list: true, number: true, winners: true };

describe.each([
  ['node:crypto', byNode],
  ['WebCrypto', byWebCrypto],
])('the published test vectors, hashed with %s', (_name, hash) => {
  it.each(vectors)('$title', async ({ draw }) => {
    expect(await verifyDraw(hash, draw)).toEqual(allHold);
    const ranked = await rankEntries(hash, await drawNumber(hash, draw), draw.entries.length);
    expect(ranked.slice(0, 5)).toEqual(draw.winners);
  });
});

describe('a tampered draw', () => {
  const draw = vectors[0]?.draw as PublishedDraw;
  const [first = '', ...others] = draw.entries;

  it.each<[string, Partial<PublishedDraw>, object]>([
    ['another seed', { seed: 'ab'.repeat(32) }, { seed: false, list: true, number: false }],
    ['another commitment', { commitment: 'ab'.repeat(32) }, { seed: false, list: true, number: true }],
    ['an additional entry', { entries: [...draw.entries, first] }, { seed: true, list: false }],
    ['a missing entry', { entries: others }, { seed: true, list: false }],
    ['another order', { entries: [...others, first] }, { list: false }],
    ['another contest', { contest: '2027-12-01' }, { list: false }],
    ['another number', { number: 'ab'.repeat(32) }, { number: false }],
    ['an unused beacon', { randomness: 'ab'.repeat(32) }, { number: false, winners: false }],
    ['a missing winner', { winners: draw.winners.slice(1) }, { number: true, winners: false }],
    ['an additional winner', { winners: [...draw.winners, { number: 6, hash: 'f'.repeat(64) }] }, { winners: false }],
  ])('is detected: %s', async (_title, change, findings) => {
    expect(await verifyDraw(byNode, { ...draw, ...change })).toMatchObject(findings);
  });
});
