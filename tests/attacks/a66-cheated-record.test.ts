import { afterEach, expect, it, vi } from 'vitest';
import { createFindings } from '#record/verify/findings.ts';
import { createRecordAddress } from '#scripts/record/record-address.ts';
import { trustedWitnesses } from '#scripts/record/verify-witnesses.ts';
import { verifyAddress } from '#scripts/record/verify-address.ts';
import { forgeries, honest, now, withGap } from '#tests/support/record/forged-log.ts';
import { publishLog, serveLog } from '#tests/support/record/published-log.ts';
import type { LogEntry } from '#tests/support/record/simulated-log.ts';

vi.setConfig({ testTimeout: 30_000 });

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What the command prints about the log, each line once. */
async function verify(
  entries: readonly LogEntry[],
  change?: Parameters<typeof serveLog>[1],
  seen: Parameters<typeof publishLog>[2] = [],
) {
  const log = publishLog(entries, now, seen);
  const { address, close } = await serveLog(log, change);
  const witnesses = seen.length > 0 ? trustedWitnesses([log.witness], '1') : null;
  closing.push(close);
  const lines: string[] = [];
  const findings = createFindings((line) => lines.push(line));
  const pause = async (): Promise<void> => undefined;
  await verifyAddress(createRecordAddress(address, { fetchUrl: fetch, pause }), { now, witnesses }, findings);
  return { failures: findings.failures(), skipped: findings.skipped(), output: lines.join('\n') };
}

it('A66: an honest record passes', async () => {
  for (const log of [honest, withGap()]) {
    const { failures, output } = await verify(log);
    expect(output).not.toContain('FAILS');
    expect(failures).toBe(0);
  }
});

it.each([
  ['losers without an outcome', forgeries.withoutOutcomes, /leaf \d+ has no outcome ten minutes/],
  ['losers that are never opened', forgeries.neverOpened, /leaf \d+ is not opened ten minutes/],
  ['a signal that is dated back', forgeries.backDated, /leaf \d+ was issued before the statement that precedes/],
  ['statements out of order', forgeries.outOfOrder, /leaf \d+ was issued before the statement that precedes/],
  [
    'minutes that are left out, with their prices',
    forgeries.minutesLeftOut,
    /before leaf \d+, the minutes from .* have neither forecasts nor a gap/,
  ],
  [
    'statements together with their outcomes',
    forgeries.besideItsOutcome,
    /leaf \d+ gives an outcome before it can have been known/,
  ],
  ["another signal's outcome", forgeries.exchangedOutcomes, /leaf \d+, signal .*: its/],
  ['a statement without its number', forgeries.withoutItsNumber, /leaf \d+ should be statement number/],
] satisfies [string, () => readonly LogEntry[], RegExp][])('A66: %s fail', async (_what, cheat, sentence) => {
  const { failures, output } = await verify(cheat());
  expect(output).toMatch(sentence);
  expect(failures).toBeGreaterThan(0);
});

const oneLossLess = (text: string): string =>
  text.replace(/"unsuccessful":(\d+)/, (_all, lost) => `"unsuccessful":${lost - 1}`);
const oneStakeMore = (text: string): string =>
  text.replace(/"total":(-?[\d.]+)/, (_all, total) => `"total":${Number(total) + 1}`);

it.each([
  ['/models', oneLossLess, ['the figures of the models']],
  ['/overall', oneLossLess, ['the figures of all models together']],
  ['/equity', oneStakeMore, ['the equity of signals, all', 'the equity of shadow, all']],
])('A66: figures of %s that are not those of the leaves fail, and none is no success', async (end, better, what) => {
  const forged = await verify(honest, (path, answer) =>
    path.endsWith(end) ? { ...answer, body: better(answer.body) } : answer,
  );
  for (const one of what)
    expect(forged.output).toContain(`FAILS  the pages show other figures than a recount gives: ${one}`);
  expect(forged.skipped).toBe(0);
  const silent = await verify(honest, (path, answer) => (path.endsWith(end) ? { status: 400, body: '{}' } : answer));
  for (const one of what) expect(silent.output).toContain(`SKIPS  not compared: ${one}`);
  expect(silent.failures).toBe(0);
});

it('A66: figures of leaves that the record does not have fail', async () => {
  const { output } = await verify(honest, (path, answer) =>
    path.endsWith('/overall')
      ? { ...answer, body: answer.body.replace(/"size":\d+/, `"size":${honest.length + 5}`) }
      : answer,
  );
  expect(output).toContain(
    `FAILS  the pages show figures of ${honest.length + 5} leaves, which the record does not have`,
  );
});

it.each([['/proof/'], ['/consistency'], ['/api/record']])(
  'A66: an answer to %s that is withheld fails',
  async (part) => {
    const { failures, output } = await verify(honest, (path, answer) =>
      path.endsWith(part) || (part === '/proof/' && path.includes(part)) ? { status: 404, body: '{}' } : answer,
    );
    expect(output).toMatch(/FAILS {2}an answer is withheld: .* answers 404 to \/api\/record/);
    expect(failures).toBe(1);
  },
);

/** As an honest log is cosigned: five seconds after each statement's leaf. */
const cosigned = honest.flatMap(({ leaf, at }, i) => ('seq' in leaf ? [{ size: i + 1, at: at + 5_000 }] : []));

it('A66: a witness proves an honest record, whichever statements it saw in time', async () => {
  const { failures, output } = await verify(honest, undefined, cosigned);
  expect(output).toMatch(
    /holds {2}(\d+) of \1 signals and (\d+) of \2 minutes were proven within seconds of the time they state/,
  );
  expect(failures).toBe(0);
});

it('A66: an hour that is written afterwards fails, however well it fits', async () => {
  const half = cosigned.slice(0, 160);
  const later = { size: honest.length, at: now };
  const frozen = half.at(-1)?.size ?? 0;
  const { output, failures } = await verify(honest, undefined, [...half, { size: frozen, at: now - 60_000 }, later]);
  expect(output).toMatch(/FAILS {2}leaf \d+ states .*, but a witness saw the record without it at/);
  expect(failures).toBeGreaterThan(50);
});

it('A66: a record that its witnesses have left fails the quorum', async () => {
  const { output } = await verify(honest, undefined, cosigned.slice(0, 160));
  expect(output).toContain('FAILS  no checkpoint of the last ten minutes is cosigned by 1 of these witnesses');
});
