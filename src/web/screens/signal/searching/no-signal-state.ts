import type { NoSignalDetails, Outlook, WorkingStats } from '#contract/signals.ts';
import { nextForecastTime, openModels, type Prospect, prospectsIn } from '../use-outlook.ts';
import type { Search } from '../signal-request.ts';

/** Why there is no signal now, and what there is instead. */
export interface NoSignalState {
  /** The same request would be answered with an edge now. */
  readonly hasEdge: boolean;
  readonly reason: NoSignalDetails['reason'];
  readonly best: NoSignalDetails['best'];
  readonly waitSeconds: number | null;
  readonly resumesAt: number | null;
  /** A choice that has an edge now; null: there is none. */
  readonly elsewhere: Pick<Prospect, 'aiModel' | 'interval'> | null;
}

interface Facts {
  readonly search: Extract<Search, { kind: 'no-signal' }>;
  readonly outlook: Outlook | null;
  readonly models: WorkingStats['models'];
  readonly balance: number | null;
  /** Whether pairs are excluded, because they were signals shortly before. */
  readonly isAnyExcluded: boolean;
  /** Server time, milliseconds. */
  readonly now: number;
}

/**
 * What the server answered; after the next close of a minute, what the models see since. The outlook
 * says nothing of a single pair, of a chase or of a model that answers only when it is asked.
 */
export function noSignalState(facts: Facts): NoSignalState {
  const { search, outlook, now } = facts;
  const answered = fromAnswer(search);
  if (outlook === null || (search.why && now < nextForecastTime(search.at))) return answered;
  const own = ownProspects(facts);
  if (own.length === 0) return answered;
  const models = openModels(facts.models, facts.balance);
  const isOwn = ({ aiModel, interval }: Prospect): boolean =>
    own.some((one) => one.aiModel === aiModel && one.interval === interval);
  const hasEdge = own.some(({ hasSignal }) => hasSignal);
  // The edge may be the excluded pair's again, and the outlook names no pair.
  if (hasEdge && answered.reason === 'recent_pairs' && facts.isAnyExcluded) return answered;
  const others = prospectsIn(outlook, models).filter((one) => one.hasSignal && !isOwn(one));
  const elsewhere = others.find(({ interval }) => interval === own[0]?.interval) ?? others[0];
  return {
    ...answered,
    hasEdge,
    reason: getReason(own),
    resumesAt: outlook.resumesAt === null ? null : Date.parse(outlook.resumesAt),
    elsewhere: elsewhere ? { aiModel: elsewhere.aiModel, interval: elsewhere.interval } : null,
  };
}

/** Of several models, one that is silent only below its threshold decides: the others excuse less. */
function getReason(own: readonly Prospect[]): NoSignalDetails['reason'] {
  const reasons = own.flatMap(({ reason }) => reason ?? []);
  return reasons.includes('below_threshold') ? 'below_threshold' : (reasons[0] ?? 'below_threshold');
}

function fromAnswer({ why }: Facts['search']): NoSignalState {
  return {
    hasEdge: false,
    reason: why?.reason ?? 'below_threshold',
    best: why?.best ?? null,
    waitSeconds: why?.waitSeconds ?? null,
    resumesAt: why?.resumesAt ? Date.parse(why.resumesAt) : null,
    elsewhere: null,
  };
}

function ownProspects({ search: { request }, outlook, models, balance }: Facts): readonly Prospect[] {
  if (request.kind === 'best') return prospectsIn(outlook, openModels(models, balance));
  if (request.kind === 'chase' || request.symbol !== null) return [];
  return prospectsIn(outlook).filter(
    ({ aiModel, interval }) => aiModel === request.model && interval === request.interval,
  );
}
