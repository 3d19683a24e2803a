import type { Violation } from '#record/completeness.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** What is wrong with the leaf, in one sentence. */
export function violationText(violation: Violation): string {
  const leaf = `leaf ${violation.index}`;
  switch (violation.kind) {
    case 'sequence':
      return `${leaf} should be statement number ${violation.expected} of its feed, but is number ${violation.found}`;
    case 'order':
      return `${leaf} was issued before the statement that precedes it in the record`;
    case 'ended_before':
      return `${leaf} gives an outcome before it can have been known: a later statement was issued before that expiry`;
    case 'undecided':
      return `${leaf} has no outcome ten minutes after its expiry`;
    case 'unopened':
      return `${leaf} is not opened ten minutes after its expiry`;
    case 'future':
      return `${leaf} lies in the future`;
    case 'minute_twice':
      return `${leaf} repeats minutes that were recorded before`;
    case 'bad_gap':
      return `${leaf} is a gap of no whole minutes`;
    case 'calibration_time':
      return `${leaf} is a calibration at a time that the statements beside it contradict`;
    case 'minutes_missing':
      return `before ${leaf}, the minutes from ${iso(violation.from)} to ${iso(violation.to)} have neither forecasts nor a gap`;
  }
}
