import type { GapReason } from '#domain/record/gaps.ts';
import type { StatedAnswers } from './stated-answers.ts';
import type { StatedForecasts } from './stated-forecasts.ts';
import type { MinuteChecks } from './check-minutes.ts';
import type { Findings } from './findings.ts';
import type { CalibrationFacts } from './leaf-facts.ts';

interface Counted {
  readonly counts: {
    readonly open: number;
    readonly closed: number;
    readonly judged: number;
    readonly voided: number;
    /** Ends of statements that lie before the part that is read. */
    readonly elsewhere: number;
    readonly closedByHours: number;
    readonly silent: number;
  };
  readonly minutes: MinuteChecks['counts'];
  readonly calibrations: readonly CalibrationFacts[];
  readonly gapMinutes: ReadonlyMap<GapReason, number>;
  /** Undefined, like `answers`: only a part of the record is read. */
  readonly passedOn: StatedForecasts['counts'] | undefined;
  readonly answers: StatedAnswers['counts'] | undefined;
}

/** Prints how much was checked, and how much could not be; nothing of what did not occur. */
export function printCounts(counted: Counted, { holds, notes }: Findings): void {
  const { counts, minutes, calibrations, gapMinutes, passedOn, answers } = counted;
  const gaps = [...gapMinutes].map(([reason, count]) => `${count} ${reason}`).join(', ');
  const elsewhere = counts.elsewhere + minutes.elsewhere;
  holds(`${counts.open} opened leaves were hashed; ${counts.closed} are not open yet`);
  holds(`${counts.judged} outcomes were recomputed from their prices, ${counts.voided} are void with a reason`);
  if (calibrations.length > 0)
    holds(`${calibrations.length} calibrations were recorded after the period that they follow from`);
  if (minutes.stated + minutes.settled > 0)
    holds(
      `${minutes.stated} minutes of shadow forecasts were checked, and the prices of ${minutes.settled} fit what was stated`,
    );
  if (gaps !== '') notes(`minutes without forecasts: ${gaps}`);
  if (counts.silent > 0)
    notes(
      `${counts.silent} minutes without forecasts because, as the record states, the feed was silent when they ended; only another source shows whether it was`,
    );
  if (counts.closedByHours > 0)
    notes(
      `${counts.closedByHours} of the closed minutes were closed by the operator's hours: the forex market was open`,
    );
  if (passedOn) printPassedOn(passedOn, { holds, notes });
  if (answers) printAnswers(answers, { holds, notes });
  if (elsewhere > 0)
    notes(`${elsewhere} outcomes belong to signals or minutes of earlier days and were not recomputed`);
}

type Lines = Pick<Findings, 'holds' | 'notes'>;

function printPassedOn(counts: StatedForecasts['counts'], { holds, notes }: Lines): void {
  if (counts.compared > 0) holds(`${counts.compared} signals pass on what the minute before them states`);
  if (counts.early > 0) notes(`${counts.early} signals are public before the minute that they pass on`);
  if (counts.unstated > 0) notes(`${counts.unstated} signals are of minutes that could not be recorded`);
  if (counts.practice > 0) notes(`${counts.practice} signals for practice are of pairs that no minute states`);
}

function printAnswers(counts: StatedAnswers['counts'], { holds, notes }: Lines): void {
  if (counts.compared > 0) holds(`${counts.compared} signals pass on what an answer of a language model states`);
  if (counts.early > 0) notes(`${counts.early} signals are public before the answer that they pass on`);
}
