import { minuteMs, secondMs } from '#domain/time.ts';
import type { GenesisLeaf } from '#record/leaf.ts';
import { countOpenMinutes } from './coverage.ts';
import type { Findings } from './findings.ts';

/** Witnesses that the reader trusts. */
export interface WitnessDemands {
  /** How many of them must have cosigned. */
  readonly quorum: number;
  /** Percent of the statements that they must have cosigned in time. */
  readonly minProven: number;
}

/** A quarter of the shortest duration there is, two minutes. */
const provenWithinMs = 30 * secondMs;
/** Between two cosigned checkpoints of an open market. */
const maxSilenceMs = minuteMs;

interface Pending {
  readonly index: number;
  readonly at: number;
  readonly witnesses: Set<string>;
}

export type WitnessedTimes = ReturnType<typeof createWitnessedTimes>;

/**
 * Rule 13: what a quorum of witnesses had seen, and when. Leaves and cosigned checkpoints come in the
 * order of their size; a statement is kept until it is proven or its time is over. Milliseconds UTC.
 */
export function createWitnessedTimes({ quorum, minProven }: WitnessDemands, findings: Findings) {
  let pending: Pending[] = [];
  const counts = { statements: 0, proven: 0 };
  /** By size, of the newest few checkpoints: when each witness cosigned it. */
  let newest: { size: number; times: Map<string, number>; isComplete: boolean } | null = null;
  let completeAt: number | null = null;
  let firstUnproven: number | null = null;
  const silences: { readonly from: number; readonly to: number }[] = [];

  return {
    statement: (index: number, at: number): void => {
      counts.statements++;
      pending.push({ index, at, witnesses: new Set() });
    },
    /** Called when the record has reached this time: what was stated long before can no longer be proven. */
    advance: (now: number): void => {
      const [oldest] = pending;
      if (!oldest || now - oldest.at <= 4 * provenWithinMs) return;
      firstUnproven ??= oldest.index;
      pending = pending.filter(({ at }) => now - at <= 2 * provenWithinMs);
    },
    /** A witness cosigned the first `size` leaves at that time. */
    cosigned: (size: number, witness: string, at: number): void => {
      for (const one of pending) {
        if (one.index >= size) break;
        if (at <= one.at + provenWithinMs) one.witnesses.add(witness);
      }
      const proven = pending.filter(({ witnesses }) => witnesses.size >= quorum).length;
      if (proven > 0) pending = pending.filter(({ witnesses }) => witnesses.size < quorum);
      counts.proven += proven;
      if (newest?.size !== size) newest = { size, times: new Map(), isComplete: false };
      newest.times.set(witness, at);
      if (newest.isComplete || newest.times.size < quorum) return;
      newest.isComplete = true;
      const time = Math.max(...newest.times.values());
      if (completeAt !== null && time - completeAt > maxSilenceMs) silences.push({ from: completeAt, to: time });
      completeAt = Math.max(completeAt ?? time, time);
    },
    finish: (now: number, calendar: GenesisLeaf['calendar']): void => {
      if (completeAt === null) findings.notes('no checkpoint was cosigned by enough of these witnesses');
      else if (now - completeAt > maxSilenceMs) silences.push({ from: completeAt, to: now });
      for (const { from, to } of silences)
        if (countOpenMinutes(calendar, from, to) > 1)
          findings.notes(
            `from ${iso(from)} to ${iso(to)} no checkpoint was cosigned: what was stated then is unproven`,
            'such gaps',
          );
      // What was stated just now can still be cosigned in time.
      const young = pending.filter(({ at }) => now - at <= provenWithinMs).length;
      const all = counts.statements - young;
      firstUnproven ??= pending.find(({ at }) => now - at > provenWithinMs)?.index ?? null;
      const share = all === 0 ? 100 : (100 * counts.proven) / all;
      const text = `${counts.proven} of ${all} statements were cosigned by ${quorum} of these witnesses within 30 s`;
      if (share < minProven)
        findings.fails(13, firstUnproven, `${text}: less than ${minProven} %, this one the first that was not`);
      else findings.holds(text);
    },
  };
}

const iso = (at: number): string => new Date(at).toISOString();
