import type { Signal } from '#contract/signals.ts';
import { isId, toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { Duration } from '#domain/market/duration.ts';
import { isOpenThroughout, marketState } from '#domain/market/trading-hours.ts';
import { findChaseOffer } from '#domain/signals/chase.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { chaseDuration } from '#domain/signals/limits.ts';
import { ageForecast } from '#engine/forecast/forecaster.ts';
import { apiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { chooseForecast, type ForecastRequest, noSignal } from './choose-forecast.ts';
import type { AutoRunSearch } from './auto-runs/auto-runs.repository.ts';
import { draftSignal, type Receiver, toNewRow, warmingUp } from './draft-signal.ts';
import { getExpiry } from './settlement/entries.ts';
import type { SignalsContext } from './signals-context.ts';
import { countChaseLinks, findSignalOfUser, isChased, listOpenOfUser, type SignalRow } from './signals.repository.ts';
import { storeSignal } from './store-signal.ts';
import { toSignalDto } from './to-signal-dto.ts';

export interface IssueSignalRequest extends Omit<ForecastRequest, 'payouts'> {
  readonly user: Receiver;
  /** The lost signal that this one chases. */
  readonly chaseOf?: string;
  /** The search of an auto run that it ends; stored only while that search is current. */
  readonly search?: AutoRunSearch;
}

const clockRetryS = 60;
/** How often another pair is chosen because the minute states none of the first ones. */
const maxOtherPairs = 3;

/**
 * Choose, store, record, publish, in this order: a published signal is always in the database and
 * in the record.
 */
export async function issueSignal(ctx: SignalsContext, request: IssueSignalRequest): Promise<Signal> {
  const { user, symbol } = request;
  if (!ctx.isTimeTrusted()) throw apiError('clock_wrong', { retryAfterS: clockRetryS });
  const durations = requireOpenMarket(ctx, request.durations);
  // First: to a trader who has stopped for today the active signal is not the last obstacle.
  await ctx.dayStop.assertNotStopped(user.id);
  const open = await listOpenOfUser(ctx.db, user.id, ctx.marketClock.now());
  requireNoActive(open);
  // The pair of a reset signal is the one that the trader could not use.
  const resetPairs = symbol === undefined ? open.map((one) => one.symbol) : [];
  const exclude = [...request.exclude, ...resetPairs];
  for (let tries = symbol === undefined ? maxOtherPairs : 0; ; tries -= 1) {
    const { stored, chosen } = await issueOnce(ctx, { ...request, durations, exclude });
    if (stored === 'not_free') throw await whyNotFree(ctx, request);
    if (stored !== 'not_stated') return toSignalDto(stored);
    // Each question to a language model costs money.
    if (tries === 0 || chosen.llm) throw warmingUp(ctx);
    exclude.push(chosen.forecast.symbol);
  }
}

async function issueOnce(ctx: SignalsContext, request: IssueSignalRequest) {
  const { user, search = null } = request;
  const payouts = await ctx.payouts.readPayouts(user.id);
  const chosen = await chooseForecast(ctx, { ...request, payouts });
  const { forecast, payout, withoutEdge } = chosen;
  // A language model takes seconds: the market may have closed, or a limit have been reached.
  requireOpenMarket(ctx, [forecast.duration]);
  if (chosen.llm) await ctx.dayStop.assertNotStopped(user.id);
  const draft = draftSignal(ctx, request, chosen);
  const row = toNewRow(draft, ctx.marketClock.now());
  const isPracticeStored = withoutEdge === 'practice' && !search;
  const isManual = request.symbol !== undefined;
  const stored = await storeSignal(ctx, { draft, row, isPracticeStored, isManual, search });
  if (typeof stored === 'string' || stored.hasEdge || isPracticeStored) return { stored, chosen };
  if (withoutEdge === 'practice') throw apiError('no_signal');
  const aged = ageForecast(forecast, stored.issuedAt.getTime());
  throw await noSignal(ctx, withoutEdge.noSignalFor, { forecast: aged, payout, hasEdge: false });
}

/** One of two concurrent calls is stored; the other gets an error that names the stored signal. */
async function whyNotFree(ctx: SignalsContext, { user, chaseOf, search }: IssueSignalRequest): Promise<Error> {
  await ctx.dayStop.assertNotStopped(user.id);
  requireNoActive(await listOpenOfUser(ctx.db, user.id, ctx.marketClock.now()));
  if (chaseOf) return apiError('chase_not_allowed');
  return new Error(search ? overtaken : 'insert of a signal returned neither a row nor a conflict');
}

const overtaken = 'the automatic signals went on or were stopped while this one was being chosen';

/**
 * Throws for a trader with an active signal. `open`: the trader's signals without an outcome, of which
 * reset ones that freed their user are not active.
 */
export function requireNoActive(open: readonly SignalRow[]): void {
  const active = open.find(({ freesSlot }) => !freesSlot);
  if (!active) return;
  const availableAt = toInstant(getExpiry(active));
  throw apiError('signal_active', { details: { signal: toSignalDto(active), availableAt } });
}

/**
 * Those of the durations at whose end a signal issued now would expire in an open market; throws when it
 * is open after none.
 */
export function requireOpenMarket<One extends Duration>(
  { config: { tradingHours: hours }, marketClock }: SignalsContext,
  durations: readonly One[],
): readonly One[] {
  const now = marketClock.now();
  const open = durations.filter((duration) => isOpenThroughout(hours, now, latestExpiry(now, duration)));
  if (open.length > 0) return open;
  const { nextOpen } = marketState(hours, now);
  throw apiError('market_closed', { details: { nextOpen: toInstantOrNull(nextOpen) } });
}

/**
 * The follow-up of a loss: same pair and model, two minutes, and a fresh forecast whose direction
 * may differ.
 */
export async function chaseSignal(
  ctx: SignalsContext,
  user: User,
  signalId: string,
  { isPracticeAllowed }: { readonly isPracticeAllowed: boolean },
): Promise<Signal> {
  const { requireSignalAccess } = ctx.traders;
  await requireSignalAccess(user);
  const lost = isId(signalId) ? await findSignalOfUser(ctx.db, signalId, user.id) : undefined;
  if (!lost || !(await mayBeChased(ctx, lost))) throw apiError('chase_not_allowed');
  const { symbol, id: chaseOf, aiModel: model } = lost;
  const { isVipOpen } = await requireSignalAccess(user, model);
  const chase = { model, durations: [chaseDuration] as const, symbol, exclude: [], chaseOf };
  return issueSignal(ctx, { user, ...chase, isPracticeAllowed, isVipOpen });
}

async function mayBeChased({ db, marketClock }: SignalsContext, signal: SignalRow): Promise<boolean> {
  const { id, result } = signal;
  const [chased, links] = await Promise.all([isChased(db, id), countChaseLinks(db, signal)]);
  const expiresAt = signal.expiresAt?.getTime() ?? null;
  return findChaseOffer({ result, expiresAt, isChased: chased, steps: links + 1 }, marketClock.now()).kind === 'open';
}
