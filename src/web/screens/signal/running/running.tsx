import { PictureInPicture2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Signal } from '#contract/signals.ts';
import { durationMs } from '#domain/market/duration.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { hasLean, shownChance } from '#domain/statistics/shown-rate.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useTutorialView } from '#web/tutorial/tutorial-view.ts';
import { PracticeChip } from '#web/ui/chip.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { useIsLandscapePhone } from '#web/ui/use-is-wide.ts';
import { useStored } from '#web/storage/stored.ts';
import { countdownText, shareLeft } from '../countdown.ts';
import type { SignalFlow } from '../use-signal-flow.ts';
import { BrokerLink, type Entry, EntryBox, neededBy, StakeLine, useEntry } from './entry.tsx';
import { useMarketWindow } from './market-window.ts';
import { type Market, PairName, PriceNow, SignalCard } from './signal-card.tsx';
import { openSmallWindow } from './small-window.tsx';

interface RunningProps {
  readonly signal: Signal;
  readonly balance: number | null;
  readonly flow: SignalFlow;
}

/** Same layout for entering and live, so that nothing shifts when the entry price arrives. */
export default function Running({ signal, balance, flow }: RunningProps) {
  useWakeLock();
  const market = useMarketWindow(signal);
  const entry = useEntry(signal);
  const isUp = signal.signal === 'BUY';
  const { t } = usePhrases();
  const left = entry.leftMs;
  // On a phone on its side the steps would cover the chart; elsewhere they wait while an entry is advised.
  const isTourDue = signal.expiresAt !== null && entry.state !== 'now';
  useTutorialView(useIsLandscapePhone() || !isTourDue ? null : 'running');
  useTabSign({
    title: t('flow.live.tabTitle', {
      left: countdownText(left),
      arrow: isUp ? '↑' : '↓',
      pair: pairName(signal.symbol),
    }),
    // Redrawing the icon every second would only flicker: at sixteen pixels the steps are too small
    // to see.
    icon: tabRing(Math.ceil(shareLeft(left, durationMs(signal.duration)) * 24) / 24, isUp),
  });
  return (
    <SignalCard
      signal={signal}
      market={market}
      look="run"
      legend={<PriceNow signal={signal} market={market} />}
      head={<Head signal={signal} market={market} left={left} signals={flow.signals} balance={balance} />}
      action={<Action signal={signal} market={market} entry={entry} />}
      onReset={() => flow.reset(signal)}
    />
  );
}

interface HeadProps {
  readonly signal: Signal;
  readonly signals: readonly Signal[];
  readonly balance: number | null;
  readonly market: Market;
  readonly left: number;
}

/** The word, the time left, the chance and what it needs. */
function Head({ signal, signals, balance, market, left }: HeadProps) {
  const { t, f } = usePhrases();
  const isLive = signal.expiresAt !== null;
  const label = t(left > 0 ? 'flow.live.toExpiry' : 'flow.entry.waiting');
  return (
    <>
      <div className="hm">
        <div>
          <div className="lc-narrow">
            <div className="flex items-baseline gap-2">
              <PairName signal={signal} />
              <PriceNow signal={signal} market={market} />
            </div>
          </div>
          <DirectionWord signal={signal} />
        </div>
        <div
          className="cd mt-2.5"
          role={isLive ? 'timer' : undefined}
          aria-label={isLive ? `${countdownText(left)} ${label}` : undefined}
          data-tour="countdown"
          data-uncovered
        >
          {countdownText(left)}
        </div>
      </div>
      <dl className="lc-kv" data-tour="forecast">
        <div>
          <dt>{t('flow.live.chance')}</dt>
          <dd>
            {f.count(shownChance(signal.passability))} <small>{t('signal.card.of')}</small>
          </dd>
        </div>
        <div>
          <dt>{t('signal.card.needs')}</dt>
          <dd>{f.count(shownChance(neededBy(signal)))}</dd>
        </div>
      </dl>
      {signal.hasEdge ? (
        <p className="lc-sub mt-2 stacked:mb-2">
          <StakeLine signal={signal} signals={signals} balance={balance} />
        </p>
      ) : (
        <PracticeChip className="mt-2 stacked:mb-2" />
      )}
    </>
  );
}

export function DirectionWord({ signal: { signal, passability } }: { signal: Signal }) {
  const { t } = usePhrases();
  const isUp = signal === 'BUY';
  if (!hasLean(passability)) return <div className="lc-dir text-ink-2">{t('signal.noLean')}</div>;
  return (
    <div className={`lc-dir ${isUp ? 'up' : 'down'}`}>
      <DirectionIcon isUp={isUp} />
      {t(isUp ? 'signal.up' : 'signal.down')}
    </div>
  );
}

interface ActionProps {
  readonly signal: Signal;
  readonly market: Market;
  readonly entry: Entry;
}

/** Whether to enter, the way to the broker and the small window; practice offers neither broker nor stake. */
function Action({ signal, market, entry }: ActionProps) {
  const { t } = usePhrases();
  return (
    <>
      <EntryBox signal={signal} entry={entry} price={market.price} />
      {signal.hasEdge ? (
        <div className="go">
          <BrokerLink signal={signal} entry={entry} />
          <button
            type="button"
            className="ibtn"
            aria-label={t('flow.small.open')}
            onClick={() => void openSmallWindow()}
          >
            <PictureInPicture2 className="ic" />
          </button>
        </div>
      ) : (
        <div className="go one">
          <button type="button" className="btn btn-s" onClick={() => void openSmallWindow()}>
            <PictureInPicture2 className="ic" />
            {t('flow.small.open')}
          </button>
        </div>
      )}
      {signal.hasEdge && (
        <p className="lc-sub">
          <Rich text={t('flow.live.otc')} />
        </p>
      )}
    </>
  );
}

interface TabSign {
  readonly title: string;
  /** URL of the icon. */
  readonly icon: string;
}

/** Shows the remaining time in the tab's title and icon, and restores the originals afterwards. */
function useTabSign({ title, icon }: TabSign): void {
  useEffect(() => {
    const ownIcons = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
    const link = document.createElement('link');
    link.rel = 'icon';
    link.dataset['running'] = '';
    ownIcons.forEach((own) => own.remove());
    document.head.append(link);
    return () => {
      link.remove();
      document.head.append(...ownIcons);
    };
  }, []);
  useTitle(title);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[data-running]');
    if (link) link.href = icon;
  }, [icon]);
}

function useTitle(title: string): void {
  const own = useRef<string | null>(null);
  const shown = useRef('');
  useEffect(() => {
    own.current ??= document.title;
    document.title = title;
    shown.current = title;
  }, [title]);
  useEffect(
    () => () => {
      // Another page may have set its own title by now.
      if (own.current !== null && document.title === shown.current) document.title = own.current;
      own.current = null;
    },
    [],
  );
}

/** The tab icon while a signal is open: remaining time and direction. */
function tabRing(share: number, isUp: boolean): string {
  const circumference = 2 * Math.PI * 12;
  const left = (Math.max(0, Math.min(1, share)) * circumference).toFixed(1);
  const arrow = isUp ? 'M11 20l9-9m-7 0h7v7' : 'M11 12l9 9m-7 0h7v-7';
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#0b141d"/>` +
      `<circle cx="16" cy="16" r="12" fill="none" stroke="#3a4a5a" stroke-width="4"/>` +
      `<circle cx="16" cy="16" r="12" fill="none" stroke="#f4efe4" stroke-width="4" stroke-dasharray="${left} 99" transform="rotate(-90 16 16)"/>` +
      `<path d="${arrow}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  )}`;
}

/** Keeps the screen on, if enabled; a hidden page loses the lock and reacquires it. */
function useWakeLock(): void {
  const isWanted = useStored('wake-lock') === 'yes';
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async (): Promise<void> => {
      if (document.hidden || isOver) return;
      const taken = await navigator.wakeLock.request('screen');
      if (isOver) await taken.release();
      else lock = taken;
    };
    // A low battery or a policy may deny the lock; the screen then turns off as usual.
    const acquire = (): void => void take().catch(() => undefined);
    acquire();
    document.addEventListener('visibilitychange', acquire);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', acquire);
      void lock?.release();
    };
  }, [isWanted]);
}
