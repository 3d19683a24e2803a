import { ChevronRight, FlaskConical, Info, Navigation } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Payouts } from '#contract/payout.ts';
import type { WireBar } from '#contract/prices.ts';
import type { AutoRun, NoSignalReason, Prospect } from '#contract/signals.ts';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { isLlmModelKey } from '#domain/signals/ai-model.ts';
import { minuteMs } from '#domain/time.ts';
import { allowTones } from '#web/alerts/alert.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { PriceText } from '#web/ui/price-text.tsx';
import { serverClock } from '#web/api/server-clock.ts';
import { countdownText, useServerNow } from '../countdown.ts';
import { SmallWatch } from '../running/small-window.tsx';
import { useIsServerSilent } from '../server-silence.tsx';
import type { ChoiceRequest, SignalRequest } from '../signal-request.ts';
import type { SignalFlow } from '../use-signal-flow.ts';
import { nextForecastTime } from '../use-outlook.ts';
import { listBars, useTicks, withTick } from '../running/market-window.ts';
import { CardHead } from './card-head.tsx';
import { CardPicture } from './card-picture.tsx';
import { showForecast } from './forecast.ts';
import { LiveCard } from './live-card.tsx';
import { PairSelect } from './pair-select.tsx';
import { type CardNotice, reasonText, useNotice } from './use-notice.ts';
import { TakeSettings, useRunMode, WatchSwitches } from './run-mode.tsx';

interface IdleCardProps {
  readonly request: ChoiceRequest;
  readonly flow: SignalFlow;
  /** The prospect of its model and duration; null: unknown, or a model that answers when it is asked. */
  readonly prospect: Prospect | null;
  /** Why it has no signal, and until when; null: another reason, or unknown. */
  readonly reason: NoSignalReason | null;
  readonly resumesAt: string | null;
  /** The balance that the model needs and the trader lacks, dollars; null: none. */
  readonly lockedBelow: number | null;
  /** Why the outlook is unknown; null: it is known, or on its way. */
  readonly outlookError: Error | null;
  /** Null: not loaded. */
  readonly payouts: Payouts | null;
  readonly balance: number | null;
  readonly onChoosePair: (symbol: string) => void;
  readonly onInfo: () => void;
  readonly onPayout: () => void;
}

/** Shown when no forecast names a pair. */
const usualPair = 'EURUSD';

/** The card while no signal runs: the nearest forecast as it ages, one button, and the watch for an edge. */
export function IdleCard(props: IdleCardProps) {
  const { request, flow, prospect, payouts, onChoosePair, onInfo, onPayout } = props;
  const phrases = usePhrases();
  const { t } = phrases;
  const now = useServerNow();
  const held = useHeld(prospect, flow.search.kind === 'searching');
  const shown = held && showForecast(held, request.model, request.interval, now);
  const isManual = request.model === 'manual';
  const symbol = (isManual && request.symbol) || held?.symbol || usualPair;
  const { bars, price, move } = useRecentBars(symbol);
  const { run } = flow.autoRun;
  const runMode = useRunMode(flow);
  const find = (wanted: SignalRequest): void => flow.find(wanted, runMode.mode);
  const stop = useToastAction(async () => {
    flow.dismiss();
    await flow.autoRun.stop();
  });
  const notice = useNotice({ ...props, now, find });
  const get = (): void => {
    // Before the first await: browsers allow a sound only during a press.
    if (runMode.isRinging) allowTones();
    flow.autoRun.dismiss();
    find(request);
  };
  const found = flow.search.kind === 'searching' ? flow.search.found : null;
  useReadyAnnounced(shown?.isReady === true && flow.watching !== null);
  const isReady = shown?.isReady === true;
  const isWatching = flow.watching !== null && !isReady && !notice;
  const isNone = isWatching || (flow.search.kind === 'no-signal' && !isReady);
  const tick = price !== null && (
    // A new price is a new element, so that the tint of its last digit is animated again.
    <span key={price} className={move ? `lc-px ticked-${move}` : 'lc-px'}>
      <PriceText price={price} digits={priceDigits(symbol)} />
    </span>
  );
  const pair = isManual ? (
    <PairSelect chosen={request.symbol} interval={request.interval} onChoose={onChoosePair} />
  ) : (
    <span className="lc-pair">{pairName(symbol)}</span>
  );
  const look = [isNone && 'wch', isManual && 'man', found && 'folding'].filter(Boolean).join(' ');
  const drain = (
    <Drain run={isWatching ? run : null} isWatching={isWatching} now={now} readyAt={notice?.readyAt ?? null} />
  );
  return (
    <LiveCard
      label={t('common.header.signal')}
      look={look}
      legend={
        <>
          {pair}
          {tick}
        </>
      }
      picture={
        <div key={symbol} className="lc-fade">
          <CardPicture bars={bars} forecast={shown} folded={found?.signal ?? null} />
        </div>
      }
      strip={
        <>
          <PayoutButton symbol={symbol} prospect={held} payouts={payouts} onPress={onPayout} />
          {isWatching && (
            <button type="button" className="tb ml-auto" onClick={() => find({ ...request, isPractice: true })}>
              <FlaskConical className="ic" />
              {t('signal.card.practise')}
            </button>
          )}
        </>
      }
      head={
        <CardHead
          pair={
            isManual ? (
              <span className="lc-narrow">{pair}</span>
            ) : (
              <span className="lc-pair lc-narrow">
                {pairName(symbol)} {tick}
              </span>
            )
          }
          isManual={isManual}
          shown={shown}
          isAsked={isLlmModelKey(request.model)}
          isNone={isNone}
          notice={notice}
          note={isReady ? null : reasonText(props.reason, props.resumesAt, now, phrases)}
          run={run}
        />
      }
      action={
        <>
          {isWatching && <WatchSwitches choice={runMode} />}
          <div className="go">
            {isWatching ? (
              <div className="wt flex items-center gap-3 min-h-15 pr-2 pl-4.5 rounded-[14px] border border-(--line-3) bg-s2 text-ink-1 font-[560] leading-[1.25] stacked:min-h-14">
                <span className="lc-eye" />
                <span>{t('signal.card.watching')}</span>
                <Button look="g sm" className="ml-auto min-h-11!" action={stop} text={t('signal.card.stop')} />
              </div>
            ) : (
              <GetButton flow={flow} request={request} notice={notice} onPress={get} />
            )}
            <button type="button" data-tour="info" className="ibtn" aria-label={t('signal.card.info')} onClick={onInfo}>
              <Info className="ic" />
            </button>
          </div>
          {drain}
          <SmallWatch pair={pairName(symbol)} price={tick} shown={shown} isWatching={isWatching} drain={drain} />
        </>
      }
      why={isWatching && runMode.mode.take && <TakeSettings choice={runMode} run={run} />}
    />
  );
}

/** A pair never changes within this time after a press. */
const holdMs = 1_000;

/** The newest prospect; while a press is answered the one before, so that nothing changes under it. */
function useHeld(prospect: Prospect | null, isSearching: boolean): Prospect | null {
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  const [held, setHeld] = useState(prospect);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const press = (): void => {
      setPressedAt(performance.now());
      clearTimeout(timer);
      timer = setTimeout(() => setPressedAt(null), holdMs);
    };
    addEventListener('pointerdown', press);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', press);
    };
  }, []);
  const isHeld = isSearching || (pressedAt !== null && held !== null && held.symbol !== prospect?.symbol);
  if (!isHeld && held !== prospect) setHeld(prospect);
  return isHeld ? held : prospect;
}

function useReadyAnnounced(isReady: boolean): void {
  const { t } = usePhrases();
  useEffect(() => {
    if (isReady) announce(t('signal.card.ready'));
  }, [isReady, t]);
}

interface PayoutButtonProps {
  readonly symbol: string;
  readonly prospect: Prospect | null;
  readonly payouts: Payouts | null;
  readonly onPress: () => void;
}

function PayoutButton({ symbol, prospect, payouts, onPress }: PayoutButtonProps) {
  const { t, f } = usePhrases();
  if (!payouts) return null;
  const own = payouts.bySymbol[symbol];
  const share = prospect?.payout ?? (own ?? payouts.default).percent / 100;
  const isStated = own?.statedBy === 'broker';
  return (
    <button type="button" className="tb text-ink-2! font-normal!" onClick={onPress}>
      <span>
        {isStated ? t('signal.card.brokerStates', { pair: pairName(symbol) }) : t('signal.card.brokerPays')}{' '}
        <b className="text-ink-1 font-semibold underline decoration-(--line-3) underline-offset-4">
          {f.percent(share)}
        </b>
      </span>
      <ChevronRight className="ic" />
    </button>
  );
}

interface GetButtonProps {
  readonly flow: SignalFlow;
  readonly request: ChoiceRequest;
  readonly notice: CardNotice | null;
  readonly onPress: () => void;
}

function GetButton({ flow, request, notice, onPress }: GetButtonProps) {
  const { t } = usePhrases();
  const isBusy = flow.search.kind === 'searching';
  const isReady = request.model !== 'manual' || request.symbol !== null;
  return (
    <Button
      look="p"
      data-tour="get"
      data-shortcut="get"
      isBusy={isBusy}
      disabled={!isReady || notice?.isFinal === true}
      icon={Navigation}
      onClick={onPress}
      text={notice?.button ?? t('common.shortcuts.get')}
    />
  );
}

interface DrainProps {
  readonly run: AutoRun | null;
  readonly isWatching: boolean;
  readonly now: number;
  /** When the models may have read their bars; null: they have. */
  readonly readyAt: number | null;
}

/** Counts down to the next look, forecast or signal. */
function Drain({ run, isWatching, now, readyAt }: DrainProps) {
  const { t } = usePhrases();
  const isSilent = useIsServerSilent();
  const isPause = run?.state === 'waiting' && run.nextSignalAt !== null;
  const until = readyAt ?? (isPause ? Date.parse(run.nextSignalAt ?? '') : nextForecastTime(now));
  const left = isSilent ? 0 : Math.max(0, Math.min(minuteMs, until - now));
  const label = isPause ? 'signal.card.nextSignal' : isWatching ? 'signal.card.nextLook' : 'signal.card.nextForecast';
  return (
    <div className="grid gap-2 text-[length:var(--fs-14)] leading-[1.3] text-ink-3">
      <span className="flex justify-between gap-3">
        {t(label)} <b className="text-ink-1 font-[560] tabular-nums">{isSilent ? '–' : countdownText(left)}</b>
      </span>
      <i className="bar-d">
        <i style={{ width: `${Math.round((100 * left) / minuteMs)}%` }} />
      </i>
    </div>
  );
}

interface RecentBars {
  /** With the bar of the current minute, as far as its ticks were received. */
  readonly bars: readonly WireBar[];
  /** Null: unknown yet. */
  readonly price: number | null;
  readonly move: 'up' | 'down' | null;
}

/** Length of the past that is shown. */
const recentMinutes = 30;

/** One-minute bars of a pair up to now. */
function useRecentBars(symbol: string): RecentBars {
  // Closed bars come from the server; ticks only fill the current minute.
  const { data } = useQuery({
    queryKey: ['bars', symbol, 'recent'],
    queryFn: () => listBars(symbol, serverClock.now() - recentMinutes * minuteMs, serverClock.now()),
    refetchInterval: minuteMs,
    staleTime: minuteMs / 2,
  });
  const { ticks, move } = useTicks(symbol);
  const bars = ticks.reduce(withTick, data ?? []);
  return { bars, price: ticks.at(-1)?.price ?? bars.at(-1)?.close ?? null, move };
}
