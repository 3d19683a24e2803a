import { performance } from 'node:perf_hooks';
import { createFindings } from '#record/verify/findings.ts';
import { createRecordAddress } from '#scripts/record/record-address.ts';
import { verifyAddress } from '#scripts/record/verify-address.ts';
import { trustedWitnesses } from '#scripts/record/verify-witnesses.ts';
import { minuteMs } from '#domain/time.ts';
import { publishLog, serveLog } from '#tests/support/record/published-log.ts';
import { simulateLog } from '#tests/support/record/simulated-log.ts';
import { createFigure } from '../figure.ts';
import type { Row } from '../row.ts';

const minutes = 7 * 24 * 60;
const signals = 10_000;
const rounds = 3;

export const verifyRow: Row = {
  name: 'verify',
  what: `npm run verify-record over a week: ${minutes} minutes, ${signals} signals, one witness; served by the same process`,
  peer: 'none: a goal in seconds',
  async measure() {
    const from = Date.parse('2026-03-02T00:00:00.000Z');
    const now = from + minutes * minuteMs;
    const entries = simulateLog({ from, minutes, signals });
    const isStatement = (kind: string): boolean => kind === 'forecast' || kind === 'signal';
    const seen = entries.flatMap(({ kind, at }, i) => (isStatement(kind) ? [{ size: i + 1, at: at + 1_000 }] : []));
    const log = publishLog(entries, now, [...seen, { size: entries.length, at: now }]);
    const { address, close } = await serveLog(log);
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      const failed: string[] = [];
      const findings = createFindings((line) => void (/^(FAILS|SKIPS)/.test(line) && failed.push(line)));
      const record = createRecordAddress(address, { fetchUrl: fetch, pause: async () => undefined });
      await verifyAddress(record, { now, witnesses: trustedWitnesses([log.witness], '1') }, findings);
      seconds.push((performance.now() - began) / 1000);
      if (findings.failures() + findings.skipped() > 0)
        throw new Error(`the week does not verify: ${failed.join(' ')}`);
    }
    await close();
    return [createFigure(`a record of ${entries.length} leaves`, 's', seconds, { atMost: 30 })];
  },
};
