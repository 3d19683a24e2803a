import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readClosing } from '#domain/contest/contest-closing.ts';
import { parseNote } from '#record/checkpoint.ts';
import { aPublishedDraw, type DrawSite, recordWith, startDrawSite, vkey } from '#tests/support/record/draw-site.ts';

let site: DrawSite;
beforeAll(async () => {
  site = await startDrawSite();
});
afterAll(() => site.close());

describe('npm run verify-draw', () => {
  it('accepts an honest draw, also against the values published before it', async () => {
    const drawn = await aPublishedDraw();
    const { listHash = '' } = readClosing(parseNote(drawn.draw.note)?.text ?? '') ?? {};
    const { code, output } = await site.verify(drawn, '--list', listHash, '--round', '1000', '--key', vkey);
    expect(output).toContain('All checks passed.');
    expect(output).toContain('holds  the closing is signed with the key of the public record');
    expect(output).toContain('holds  the tree of all 32 leaves has the signed root');
    expect(output).toContain('holds  the record begins with the 10 leaves that the closing names');
    expect(output).toContain('holds  the closing is leaf 10 of the record, the first one of this contest');
    expect(output).toContain('holds  its time fits the leaves of the record before and after it');
    expect(output).toContain('note   without --witness, nobody but the operator attests the time of the closing');
    expect(output.match(/^holds/gm)).toHaveLength(16);
    expect(code).toBe(0);
  });

  it.each([
    ['--list', 'ab'.repeat(32)],
    ['--round', '999'],
    ['--key', 'kurs.example/record+00000000+AAAA'],
  ])('detects a %s other than the one saved before', async (option, saved) => {
    const { code, output } = await site.verify(await aPublishedDraw(), option, saved);
    expect(output).toContain(`now, and was ${saved} before`);
    expect(code).toBe(1);
  });

  it('ends with 2 while a leaf before the closing is not open yet', async () => {
    const { draw, record } = await aPublishedDraw();
    const recent = record.map((entry, n) => (n === 5 ? { ...entry, at: Date.now(), opensAt: Infinity } : entry));
    const { code, output } = await site.verify({ draw, record: recent });
    expect([code, output]).toEqual([2, expect.stringContaining('SKIPS  leaf 5 is not open')]);
  });

  it.each(['replay', 'replay:2023-08-22T15:40:00.000Z'])(
    'does not compare its time with that of a %s',
    async (feed) => {
      const stated = { form: 'minute/1', inTurn: 'EURUSD', forecasts: [] } as const;
      const replayed = { ...stated, feed, issuedAt: '2023-08-22T15:50:00.000Z', seq: 0, nonce: 'a'.repeat(32) };
      expect(
        await site.findFailures(await aPublishedDraw({ record: (own) => recordWith([10, own], [20, replayed]) })),
      ).toEqual([]);
    },
  );

  it('reports when there is no draw', async () => {
    const { code, output } = await site.verify(null);
    expect([code, output]).toEqual([2, expect.stringContaining('has no draw')]);
  });
});
