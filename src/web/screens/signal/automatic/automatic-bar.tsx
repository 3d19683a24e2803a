import { Check, Hand, MoonStar, Pause, Square } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import type { AutoRun, Signal } from '#contract/signals.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { announce } from '#web/ui/feedback/announcer.ts';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';
import { useServerNow } from '../use-server-now.ts';
import { type BarState, barState } from './bar-state.ts';
import { SmallRing } from './small-ring.tsx';
import type { Automatic } from './use-automatic.ts';
import { useSilenceReason } from './use-silence-reason.ts';
import { useBarText } from './use-bar-text.ts';

interface AutomaticBarProps {
  readonly run: AutoRun;
  readonly automatic: Automatic;
  readonly active: Signal | null;
}

/**
 * Above every state of the screen: status of the auto-signal run, today's signal count, and the
 * stop button.
 */
export function AutomaticBar({ run, automatic, active }: AutomaticBarProps) {
  const { t } = usePhrases();
  const state = barState(run, active, useServerNow());
  const text = useBarText(state, run, useSilenceReason(run, state.kind === 'none'));
  useEndAnnounced(state, text.title);
  return (
    <section className="abar" aria-label={t('automatic.bar.label')}>
      <BarIcon state={state} />
      <div className="tx">
        <b>{text.title}</b>
        <span>{text.note}</span>
      </div>
      <LimitDots count={run.signalsToday} limit={run.limits.dailyLimit} />
      <Way state={state} automatic={automatic} />
    </section>
  );
}

/** The countdown is not announced; its end is announced once. */
function useEndAnnounced(state: BarState, title: string): void {
  const reason = state.kind === 'stopped' ? state.reason : null;
  useEffect(() => {
    if (reason) announce(title);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a reason, not once a wording
  }, [reason]);
}

const stopIcons = {
  losses: Hand,
  daily_limit: Check,
  market_closed: MoonStar,
  stopped_for_today: Hand,
  access_lost: Pause,
  user: Pause,
  replaced: Pause,
} as const;

function BarIcon({ state }: { state: BarState }): ReactNode {
  if (state.kind === 'stopped') {
    const Icon = stopIcons[state.reason];
    return (
      <span className="tile">
        <Icon className="ic" aria-hidden="true" />
      </span>
    );
  }
  return <SmallRing share={'share' in state ? state.share : null} />;
}

function Way({ state, automatic }: { state: BarState; automatic: Automatic }) {
  const { t, lang } = usePhrases();
  if (state.kind !== 'stopped') return <StopButton isAfter={isOpen(state)} automatic={automatic} />;
  return (
    <div className="flex items-center gap-2">
      {state.reason === 'daily_limit' && (
        <Link className="btn btn-s" to={`${paths.history(lang)}?from=${getDay(serverClock.now())}`}>
          {t('automatic.bar.day')}
        </Link>
      )}
      <button type="button" className="btn btn-s" onClick={automatic.dismiss}>
        {t('automatic.bar.seen')}
      </button>
    </div>
  );
}

const isOpen = ({ kind }: BarState): boolean =>
  kind === 'entering' || kind === 'live' || kind === 'settling' || kind === 'running';

/** Today in the user's zone, in the format of the history's address. */
function getDay(at: number): string {
  const day = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** An open signal always stays: stopping only prevents the next one. */
function StopButton({ isAfter, automatic }: { isAfter: boolean; automatic: Automatic }) {
  const { t } = usePhrases();
  const { run, isBusy } = useAction(automatic.stop, useErrorToast());
  return (
    <button type="button" className="btn btn-s" aria-busy={isBusy} aria-disabled={isBusy} onClick={() => void run()}>
      {!isAfter && <Square className="ic filled" aria-hidden="true" />}
      {t(isAfter ? 'automatic.bar.stopAfter' : 'automatic.bar.stop')}
    </button>
  );
}

const maxDots = 20;

/** One dot per signal of the day, as far as there is room. */
function LimitDots({ count, limit }: { count: number; limit: number }) {
  const { t } = usePhrases();
  return (
    <div className="lm">
      {limit <= maxDots && (
        <span className="lim" aria-hidden="true">
          {Array.from({ length: limit }, (_, index) => (
            <i key={index} className={index < count ? 'on' : ''} />
          ))}
        </span>
      )}
      <span className="text-13 text-ink-3 tabular-nums">{t('automatic.bar.today', { n: count, limit })}</span>
    </div>
  );
}
