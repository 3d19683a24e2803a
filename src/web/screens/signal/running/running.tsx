import { TriangleAlert, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import type { Signal } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { durationMs } from '#domain/market/duration.ts';
import { isThinHour } from '#domain/market/market-session.ts';
import { useWakeLock } from '#web/alerts/use-wake-lock.ts';
import { useFreshness } from '#web/api/use-freshness.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { saveOpenSignal } from '#web/offline/open-signal.ts';
import { useTutorialView } from '#web/tutorial/tutorial-view.ts';
import { CountdownRing } from '#web/ui/figures/countdown-ring.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { StepLog } from '#web/ui/step-log.tsx';
import { AlertsCard } from '../alerts-card.tsx';
import { countdownText, shareLeft } from '../countdown.ts';
import { EntryCard } from './entry-card.tsx';
import { ForecastCard } from './forecast-card.tsx';
import { OtcHelp } from './otc-help.tsx';
import { PassabilityCard } from './passability-card.tsx';
import { UncalibratedNote } from '../uncalibrated-note.tsx';
import { PracticeCard } from './practice-card.tsx';
import { PriceCard } from './price-card.tsx';
import { RecordNote } from './record-note.tsx';
import { RunningBar } from './running-bar.tsx';
import type { SignalFlow } from '../use-signal-flow.ts';
import { useServerNow } from '../use-server-now.ts';
import { useEntry } from './use-entry.ts';
import { useTabSign } from './use-tab-sign.ts';
import { WhyCard } from './why-card.tsx';

interface RunningProps {
  readonly signal: Signal;
  readonly balance: number | null;
  readonly flow: SignalFlow;
}

/** Same layout for entering and live, so that nothing shifts when the entry price arrives. */
export function Running({ signal, balance, flow }: RunningProps) {
  const { t } = usePhrases();
  useWakeLock();
  useSavedOpenSignal(signal);
  return (
    <>
      <div className="app-g turns">
        <div className="flex flex-col gap-4">
          <PriceCard signal={signal} />
          <div className="later flex flex-col gap-4">
            <WhyCard signal={signal} />
            <PassabilityCard signal={signal} />
            <UncalibratedNote model={signal.aiModel} />
          </div>
        </div>
        <aside className="rail rail-live">
          <ForecastCard signal={signal} />
          {signal.hasEdge ? <EntryCard signal={signal} balance={balance} /> : <PracticeCard signal={signal} />}
          {signal.expiresAt === null ? (
            <Entering signal={signal} />
          ) : (
            <Countdown signal={signal} expiresAt={signal.expiresAt} />
          )}
          <Freshness />
          <RecordNote signal={signal} />
          {isThinHour(Date.parse(signal.time)) && (
            <Note icon={TriangleAlert} tone="warn">
              <Rich text={t('signal.live.thinHours')} />
            </Note>
          )}
          <OtcHelp flow={flow} />
          <AlertsCard />
        </aside>
      </div>
      <RunningBar signal={signal} />
    </>
  );
}

/** The offline page shows that the signal is open, and until when. */
function useSavedOpenSignal({ id, symbol, expiresAt }: Signal): void {
  useEffect(() => {
    if (expiresAt !== null) void saveOpenSignal({ id, symbol, expiresAt: Date.parse(expiresAt) });
  }, [id, symbol, expiresAt]);
}

function Entering({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  return (
    <section className="card p-card">
      <h2 className="h4 mb-1.5">{t('signal.entering.log')}</h2>
      <StepLog
        steps={[
          { text: t('signal.entering.recorded'), state: 'done', note: f.time(Date.parse(signal.time)) },
          { text: t('signal.entering.fixing'), state: 'now' },
          {
            text: t('signal.entering.counting', { time: countdownText(durationMs(signal.duration)) }),
            state: 'waiting',
          },
        ]}
      />
    </section>
  );
}

function Countdown({ signal, expiresAt }: { signal: Signal; expiresAt: string }) {
  const { t, f } = usePhrases();
  const left = Math.max(0, Date.parse(expiresAt) - useServerNow());
  const isUp = signal.signal === 'BUY';
  const { isOpen } = useEntry(signal);
  // The tour would cover the signal, so it waits while an entry is still worth it.
  useTutorialView(signal.hasEdge && isOpen ? null : 'running');
  const share = shareLeft(left, durationMs(signal.duration));
  useTabSign({
    title: t('signal.live.tabTitle', {
      left: countdownText(left),
      arrow: isUp ? '↑' : '↓',
      pair: pairName(signal.symbol),
    }),
    // Redrawing the icon every second would only flicker: at sixteen pixels the steps are too small
    // to see.
    icon: tabRing(Math.ceil(share * 24) / 24, isUp),
  });
  return (
    <section className="card p-card flex flex-col gap-4 items-center" data-tour="countdown">
      <CountdownRing
        share={share}
        text={countdownText(left)}
        label={left > 0 ? t('signal.live.toExpiry') : t('signal.live.waiting')}
      />
      <dl className="dl w-full">
        <div>
          <dt>{t('signal.live.entry')}</dt>
          <dd className="tabular-nums">{f.time(Date.parse(signal.openedAt ?? signal.time))}</dd>
        </div>
        <div>
          <dt>{t('signal.live.expiry')}</dt>
          <dd className="tabular-nums">{f.time(Date.parse(expiresAt))}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Shows the age of prices that are not live. */
function Freshness() {
  const { t } = usePhrases();
  const freshness = useFreshness();
  if (freshness.kind === 'live') return null;
  return (
    <Note icon={WifiOff} tone="warn">
      {freshness.kind === 'offline'
        ? t('signal.live.offline')
        : t('signal.live.delayed', { seconds: freshness.seconds })}
    </Note>
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
