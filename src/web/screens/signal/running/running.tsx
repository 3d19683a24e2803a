import { useEffect } from 'react';
import type { Signal } from '#contract/signals.ts';
import { useWakeLock } from '#web/alerts/use-wake-lock.ts';
import { saveOpenSignal } from '#web/offline/open-signal.ts';
import { BeforeEntry } from './before-entry.tsx';
import { EntryCard } from './entry-card.tsx';
import { ForecastCard } from './forecast-card.tsx';
import { LiveCountdown } from './live-countdown.tsx';
import { PassabilityCard } from './passability-card.tsx';
import { PracticeCard } from './practice-card.tsx';
import { PriceCard } from './price-card.tsx';
import { RecordNote } from './record-note.tsx';
import { RunningBar } from './running-bar.tsx';
import type { SignalFlow } from '../use-signal-flow.ts';
import { WhyCard } from './why-card.tsx';

interface RunningProps {
  readonly signal: Signal;
  readonly balance: number | null;
  readonly flow: SignalFlow;
}

/** Same layout for entering and live, so that nothing shifts when the entry price arrives. */
export function Running({ signal, balance, flow }: RunningProps) {
  useWakeLock();
  useSavedOpenSignal(signal);
  return (
    <>
      <div className="app-g turns">
        <div className="flex flex-col gap-4">
          <PriceCard signal={signal} countdown={<LiveCountdown signal={signal} />} />
          <div className="later flex flex-col gap-4">
            <WhyCard signal={signal} />
            <PassabilityCard signal={signal} />
          </div>
        </div>
        <aside className="rail rail-live">
          <ForecastCard signal={signal} />
          {signal.hasEdge ? (
            <EntryCard signal={signal} signals={flow.signals} balance={balance} />
          ) : (
            <PracticeCard signal={signal} />
          )}
          <RecordNote signal={signal} />
          <BeforeEntry signal={signal} flow={flow} />
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
