import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readClosing } from '#domain/contest/contest-closing.ts';
import { readNote } from '#domain/record/checkpoint.ts';
import { aPublishedDraw, type DrawSite, startDrawSite, vkey } from '#tests/support/draw-site.ts';

let site: DrawSite;
beforeAll(async () => {
  site = await startDrawSite();
});
afterAll(() => site.close());

describe('npm run verify-draw', () => {
  it('accepts an honest draw, also against the values published before it', async () => {
    const draw = await aPublishedDraw();
    const { listHash = '' } = readClosing(readNote(draw.note)?.text ?? '') ?? {};
    const { code, output } = await site.verify(draw, '--list', listHash, '--round', '1000', '--key', vkey);
    expect(output).toContain('All checks passed.');
    expect(output).toContain('holds  the closing is signed with the key of the public record');
    expect(output).toContain('holds  the newest tree of 31 leaves begins with those 10');
    expect(output).toContain('holds  its time fits the leaves of the record around it');
    expect(output.match(/^holds/gm)).toHaveLength(14);
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

  it('reports when there is no draw', async () => {
    const { code, output } = await site.verify(null);
    expect([code, output]).toEqual([2, expect.stringContaining('has no draw')]);
  });
});
