import type { ModelFigures } from '#contract/record/record.ts';
import type { RecordOverall, RecordSummary } from '#contract/record/views.ts';
import type { SumsByDelay } from '#domain/statistics/sums-by-delay.ts';
import { countedFiguresOf, figuresOf } from '#domain/statistics/model-figures.ts';
import type { Item, LeafChecks } from './check-leaves.ts';
import { RefusedAnswer } from './fetch-answer.ts';
import type { Findings } from './findings.ts';
import type { RecordAddress } from './record-address.ts';

/** What only grows as leaves are added. */
type Counts = Pick<RecordOverall, 'neutral' | 'successful' | 'unsuccessful'>;
const counted = ['successful', 'neutral', 'unsuccessful'] as const;

/**
 * Asks for the figures as the product's own page does, without a size, and for its newest entries: a
 * server may show other figures to a verifier, who names one. They lie between a recount of the
 * leaves of the signed `size` and one of those that have come since. `add`: passes on those.
 */
export async function verifyPages(
  record: RecordAddress,
  size: number,
  { days, statements }: Pick<LeafChecks, 'days' | 'statements'>,
  add: (item: Item) => void,
  findings: Findings,
): Promise<void> {
  const summary = await orNull(record.summary());
  if (!summary) return findings.notes('the page of the record cannot be asked the way a reader does');
  const feed = summary.feed.id;
  const [models, overall] = [await orNull(record.pageModels()), await orNull(record.pageOverall())];
  const before = countsOf(days.sums().get(feed));
  await verifyEntries(record, size, statements(), findings);
  for (let from = size; ; ) {
    const items = await record.page(from, 1_000);
    for (const item of items) add(item);
    from += items.length;
    if (items.length < 1_000) break;
  }
  const after = countsOf(days.sums().get(feed));
  const shown = new Map<string, Counts>([
    ...(models ?? []).map((one: ModelFigures) => [one.aiModel, one] as const),
    ...(overall ? [['all', overall] as const] : []),
  ]);
  verifySummary(summary, size, findings);
  for (const [key, own] of shown) {
    const [low, high] = [before(key), after(key)];
    const wrong = counted.find((name) => own[name] < low[name] || own[name] > high[name]);
    if (wrong)
      findings.fails(
        'page',
        `the page of the record shows ${own[wrong]} ${wrong} signals of ${key} on ${feed}; a recount gives ${low[wrong]}`,
      );
  }
  if (shown.size > 0)
    findings.holds(`the figures of ${shown.size} models that the page of the record shows were recounted`);
}

const noCounts: Counts = { successful: 0, neutral: 0, unsuccessful: 0 };

/** Of each model and of all, at this moment: the sums go on as leaves are added. */
function countsOf(sums: SumsByDelay | undefined): (key: string) => Counts {
  if (!sums) return () => noCounts;
  const byModel = new Map<string, Counts>(figuresOf(sums[0].signals, 0.82).map((one) => [one.aiModel, { ...one }]));
  byModel.set('all', { ...countedFiguresOf(sums[0].signals.all) });
  return (key) => byModel.get(key) ?? noCounts;
}

function verifySummary(summary: RecordSummary, size: number, findings: Findings): void {
  if (summary.size < size)
    findings.fails('page', `the page of the record states ${summary.size} leaves; ${size} are signed`);
}

/** Between the first and the last signal that the page lists there is none that it leaves out. */
async function verifyEntries(
  record: RecordAddress,
  size: number,
  statements: ReturnType<LeafChecks['statements']>,
  findings: Findings,
): Promise<void> {
  const entries = await orNull(record.pageEntries());
  const listed = (entries?.items ?? []).map(({ issued }) => issued.index).filter((index) => index < size);
  if (listed.length === 0) return;
  const [first, last] = [Math.min(...listed), Math.max(...listed)];
  let missing: number | null = null;
  for (const { index, isMinute } of statements)
    if (!isMinute && index >= first && index <= last && !listed.includes(index)) missing ??= index;
  if (missing !== null) findings.fails('page', `the list of the page leaves out the signal of leaf ${missing}`);
  else findings.holds(`the ${listed.length} newest signals that the page lists are all that there are`);
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusedAnswer) return null;
    throw error;
  }
}
