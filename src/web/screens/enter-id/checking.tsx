import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useIsByList } from '#web/session/broker-links.ts';
import { StepDone } from '#web/session/step-done.tsx';
import { Button } from '#web/ui/button.tsx';
import { useArrivalFocus } from '#web/ui/focus.ts';
import { StepLog } from '#web/ui/step-log.tsx';
import { minutesAndSeconds } from '#web/ui/use-seconds-left.ts';
import type { Claim } from './use-claim.ts';

interface CheckingProps {
  readonly claim: Extract<Claim, { kind: 'checking' }>;
  readonly onChange: () => void;
}

/** The broker is asked, or its list is awaited: elapsed time, steps done, time of the next attempt. */
export function Checking({ claim: { traderId, check }, onChange }: CheckingProps) {
  const { t, f } = usePhrases();
  const heading = useArrivalFocus();
  const [begun] = useState(() => serverClock.now());
  const startedAt = check ? Date.parse(check.startedAt) : begun;
  const isByList = useIsByList();
  const nextAt = isByList ? null : check?.nextAt;
  return (
    <section className="card p-card flex flex-col gap-4">
      <div className="grid grid-cols-[36px_minmax(0,1fr)_auto] gap-4 items-center">
        <LoaderCircle className="ic size-9 animate-spin" />
        <div className="flex flex-col gap-1">
          <h1 ref={heading} tabIndex={-1} className="h3 tabular-nums">
            {t('trader.checking.title', { id: traderId })}
          </h1>
          <p className="text-14 text-ink-3">{t(isByList ? 'trader.checking.textByList' : 'trader.checking.text')}</p>
        </div>
        <Elapsed since={startedAt} />
      </div>
      <StepLog
        steps={[
          { text: t('trader.checking.accepted'), state: 'done', note: f.time(startedAt) },
          {
            text: t(isByList ? 'trader.checking.askingList' : getQuestion(check)),
            state: 'now',
            ...(nextAt && { note: t('trader.checking.nextAt', { time: f.time(Date.parse(nextAt)) }) }),
          },
          { text: t('trader.checking.balance'), state: 'waiting' },
        ]}
      />
      <Button look="g block" onClick={onChange} text={t('trader.checking.change')} />
    </section>
  );
}

const getQuestion = (check: CheckingProps['claim']['check']) =>
  (check?.attempts ?? 0) > 0 ? 'trader.checking.askingAgain' : 'trader.checking.asking';

/** Minutes and seconds since then; not announced while it is running. */
function Elapsed({ since }: { since: number }) {
  const { t } = usePhrases();
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const time = minutesAndSeconds(Math.max(0, Math.floor((now - since) / 1_000)));
  return (
    <span
      className="text-14 text-ink-3 tabular-nums"
      role="timer"
      aria-live="off"
      aria-label={t('trader.checking.elapsed', { time })}
    >
      {time}
    </span>
  );
}

export function Confirmed({ user }: { user: User }) {
  const { t } = usePhrases();
  return (
    <StepDone
      title={t('trader.confirmed.title')}
      text={(seconds) => t('trader.confirmed.text', { seconds })}
      go={t('trader.confirmed.go')}
      user={user}
    />
  );
}
