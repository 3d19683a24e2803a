import type { MonthCoverage, RecordEntries, RecordSummary } from '#contract/record/views.ts';
import { isReplay } from '#domain/market/replay-feed.ts';
import { mapKeys } from '#domain/objects.ts';
import { gapReasons } from '#domain/record/gaps.ts';
import { minuteMs } from '#domain/time.ts';
import type { Item, LeafChecks } from '#record/verify/check-leaves.ts';
import type { MonthEnds, MonthMinutes } from '#record/verify/record-days.ts';
import { UsageError } from '../command/usage-error.ts';
import { RefusedAnswer } from './fetch-answer.ts';
import type { Findings } from '#record/verify/findings.ts';
import type { HashList } from '#record/verify/hash-list.ts';
import type { RecordAddress } from './record-address.ts';
import type { ShownFigures } from './verify-figures.ts';
import type { WitnessedTimes } from './verify-witnesses.ts';

interface Recounted {
  /** The signed size. */
  readonly size: number;
  readonly hashes: HashList;
  readonly checks: Pick<LeafChecks, 'add' | 'coverage' | 'days' | 'since' | 'statements'>;
  /** Null: no witnesses are trusted. */
  readonly witnessed: WitnessedTimes | null;
}

/**
 * Compares what the product's own pages show of the record with its leaves: a server may show other
 * pages to a verifier. `figures`: as asked for before the leaves were read; those of later sizes are
 * compared here.
 */
export async function verifyPages(
  record: RecordAddress,
  summary: RecordSummary,
  figures: ShownFigures,
  { size, hashes, checks, witnessed }: Recounted,
  findings: Findings,
): Promise<void> {
  const feed = summary.feed.id;
  const coverage = await orNull(record.coverage());
  verifySummary(summary, size, checks, findings);
  verifyEntries(await orNull(record.entries()), summary, { size, hashes, checks, witnessed }, findings);
  const before = getCoverage(checks, feed);
  const recent = await addLater(record, size, checks.add, figures);
  figures.finish();
  if (coverage && !isReplay(feed)) verifyCoverage(coverage.months, before, getCoverage(checks, feed), recent, findings);
}

/** What the last leaves came to, which a page that is cached for a minute may not show yet. */
interface Recent {
  /** Outcomes and voids. */
  ends: number;
  gapMinutes: number;
}

const pageLeaves = 1_000;
/** More than a busy record grows by in a day: nobody verifies for so long. */
const maxLaterLeaves = 20_000;

/** Adds the leaves that have come since the signed size. */
async function addLater(
  record: RecordAddress,
  size: number,
  add: (item: Item) => void,
  figures: ShownFigures,
): Promise<Recent> {
  const recent: Recent = { ends: 0, gapMinutes: 0 };
  const before = size === 0 ? [] : await record.page(Math.max(0, size - pageLeaves), Math.min(size, pageLeaves));
  const newest = Date.parse(before.at(-1)?.at ?? '');
  for (const item of before) if (Date.parse(item.at) >= newest - 2 * minuteMs) addRecent(recent, item);
  for (let from = size; ; ) {
    const items = await record.page(from, pageLeaves);
    for (const item of items) {
      add(item);
      addRecent(recent, item);
      figures.readTo(item.index + 1);
    }
    from += items.length;
    if (items.length < pageLeaves) return recent;
    if (from > size + maxLaterLeaves)
      throw new UsageError(`the record grew by more than ${maxLaterLeaves} leaves while it was verified.`);
  }
}

function addRecent(recent: Recent, { kind, leaf }: Item): void {
  if (kind === 'outcome' || kind === 'void') recent.ends++;
  if (kind === 'gap')
    recent.gapMinutes += (Date.parse(String(leaf?.['to'])) - Date.parse(String(leaf?.['from']))) / minuteMs;
}

type Month = MonthMinutes & MonthEnds;

const getCoverage = ({ coverage, days }: Recounted['checks'], feed: string): Map<string, Month> => {
  const ends = days.endsByMonth(feed);
  const minutes = coverage.months(feed);
  const none = { minutes: 0, gaps: mapKeys(gapReasons, () => 0), signals: 0, practice: 0, voids: 0 };
  const months = new Set([...minutes.keys(), ...ends.keys()]);
  return new Map([...months].map((month) => [month, { ...none, ...minutes.get(month), ...ends.get(month) }]));
};

/** Each month lies between the recounts, but for what a page that is cached does not show yet. */
function verifyCoverage(
  shown: readonly MonthCoverage[],
  before: ReadonlyMap<string, Month>,
  after: ReadonlyMap<string, Month>,
  { ends, gapMinutes }: Recent,
  findings: Findings,
): void {
  let months = 0;
  for (const { month, ...own } of shown) {
    const [low, high] = [before.get(month), after.get(month)];
    const voids = Object.values(own.voids).reduce((sum, count) => sum + count, 0);
    const isWithin = (count: number, from = 0, to = 0, slack: number): boolean =>
      count >= from - slack && count <= to + slack;
    const isRight =
      isWithin(own.minutes, low?.minutes, high?.minutes, ends) &&
      isWithin(own.signals, low?.signals, high?.signals, ends) &&
      isWithin(own.practice, low?.practice, high?.practice, ends) &&
      isWithin(voids, low?.voids, high?.voids, ends) &&
      gapReasons.every((reason) => isWithin(own.gaps[reason] ?? 0, low?.gaps[reason], high?.gaps[reason], gapMinutes));
    if (isRight) months++;
    else findings.fails('page', `the page of the record shows another coverage of ${month} than a recount gives`);
  }
  const newest = [...before.keys()].toSorted().slice(-Math.max(1, shown.length));
  const missing = newest.find((month) => shown.every((one) => one.month !== month));
  if (missing !== undefined) findings.fails('page', `the coverage of the page leaves out ${missing}`);
  if (months > 0) findings.holds(`the coverage of ${months} months that the page shows was recounted`);
}

function verifySummary(
  { size: shown, since }: RecordSummary,
  size: number,
  checks: Pick<LeafChecks, 'since'>,
  findings: Findings,
): void {
  if (shown < size) findings.fails('page', `the page of the record states ${shown} leaves; ${size} are signed`);
  const first = checks.since();
  if (first !== null && since !== first)
    findings.fails('page', `the page of the record states that it began at ${since}; its first leaf is of ${first}`);
}

/**
 * From the first signal that the page lists on there is none that it leaves out, and what it shows of
 * each is in the record.
 */
function verifyEntries(
  entries: RecordEntries | null,
  { witnesses }: RecordSummary,
  { size, hashes, checks, witnessed }: Recounted,
  findings: Findings,
): void {
  const items = entries?.items ?? [];
  const listed = items.map(({ issued }) => issued.index).filter((index) => index < size);
  if (listed.length === 0) return;
  const first = Math.min(...listed);
  let missing: number | null = null;
  const expiries = new Map<number, number>();
  for (const { index, isMinute, expiresFrom } of checks.statements()) {
    if (isMinute || index < first) continue;
    expiries.set(index, expiresFrom);
    if (!listed.includes(index)) missing ??= index;
  }
  const isRecorded = ({ index, leafHash }: Item): boolean =>
    index >= size || Buffer.from(hashes.at(index) ?? []).toString('hex') === leafHash;
  const other = items
    .flatMap(({ issued, ended }) => (ended ? [issued, ended] : [issued]))
    .find((one) => !isRecorded(one));
  const isUnproven = (index: number): boolean => {
    if (witnesses.quorum === 0) return true;
    if (witnessed === null || index >= size) return false;
    const seenAt = witnessed.seenAt(index);
    // A signal that is not open yet has been seen before its expiry, if it has been seen at all.
    return seenAt === null || seenAt > (expiries.get(index) ?? Number.POSITIVE_INFINITY);
  };
  const proven = items.find(({ proof, issued }) => proof === 'proven' && isUnproven(issued.index));
  if (missing !== null) findings.fails('page', `the list of the page leaves out the signal of leaf ${missing}`);
  else if (other)
    findings.fails('page', `the list of the page shows another leaf ${other.index} than the record holds`);
  else if (proven)
    findings.fails(
      'page',
      `the list of the page calls leaf ${proven.issued.index} proven, which no quorum saw before its expiry`,
    );
  else findings.holds(`the ${listed.length} newest signals that the page lists are all that there are`);
}

/** Null: the server refuses the answer. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusedAnswer) return null;
    throw error;
  }
}
