import { CircleX, Info, RefreshCw } from 'lucide-react';
import type { User } from '#contract/accounts.ts';
import type { TraderCheck } from '#contract/traders.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useIsByList } from '#web/session/broker-links.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { StepLog } from '#web/ui/step-log.tsx';
import { minutesAndSeconds, useSecondsLeft } from '#web/ui/use-seconds-left.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import type { Access } from './use-access.ts';

/** The last known balance is too old; the query is retried automatically, or the partner's list awaited. */
export default function BrokerAway({ user, access, known }: { user: User; access: Access; known: TraderCheck }) {
  const { balance, balanceCheckedAt, isBalanceHidden } = user;
  const { t, f } = usePhrases();
  const { check, minBalance } = known;
  const at = balanceCheckedAt === null ? null : Date.parse(balanceCheckedAt);
  const time = at === null ? '' : f.moment(at, serverClock.now());
  const isByList = useIsByList();
  const isNever = at === null || (balance === null && !isBalanceHidden);
  const listText = isNever ? t('signal.access.away.listTextNever') : t('signal.access.away.listText', { time });
  const text = isNever
    ? t('signal.access.away.textNever')
    : balance !== null && balance < minBalance
      ? t('signal.access.away.textLow', { time, balance: f.usd(balance), min: f.usd(minBalance) })
      : t('signal.access.away.text', { time });
  const works = [
    'signal.access.away.worksRunning',
    'signal.access.away.worksRecord',
    'signal.access.away.worksAccount',
  ] as const;
  return (
    <div className="flex flex-col gap-4 mx-auto max-w-[880px]">
      <section className="card">
        <div className="state">
          <div className="art">
            <BrokenLine />
          </div>
          <h2>{t(isByList ? 'signal.access.away.listTitle' : 'signal.access.away.title')}</h2>
          <p>{isByList ? listText : text}</p>
          <div className="acts">
            {check?.nextAt && !isByList && <NextTry at={Date.parse(check.nextAt)} />}
            {!isByList && (
              <Button look="s" isBusy={access.isBusy} onClick={access.check} text={t('signal.access.away.tryNow')} />
            )}
          </div>
          <p aria-live="polite" className="text-14 text-ink-3">
            {access.failure}
          </p>
        </div>
      </section>
      <div className="grid grid-cols-2 gap-gutter phone:grid-cols-1">
        {check && !isByList && (
          <section className="card p-card">
            <h3 className="h4">{t('signal.access.away.attempts')}</h3>
            <StepLog
              steps={[
                {
                  text: t('signal.access.away.attempt'),
                  state: 'waiting',
                  icon: CircleX,
                  note: `× ${f.count(check.attempts)}`,
                },
                {
                  text: t('signal.access.away.begun'),
                  state: 'waiting',
                  icon: RefreshCw,
                  note: f.time(Date.parse(check.startedAt)),
                },
              ]}
            />
          </section>
        )}
        <section className="card p-card">
          <h3 className="h4">{t('signal.access.away.worksTitle')}</h3>
          <StepLog steps={works.map((key) => ({ text: t(key), state: 'done' }))} />
        </section>
      </div>
      <Note icon={Info}>{t('signal.access.away.note')}</Note>
    </div>
  );
}

function NextTry({ at }: { at: number }) {
  const { t } = usePhrases();
  const time = minutesAndSeconds(useSecondsLeft(at));
  return <Chip icon={RefreshCw} text={t('signal.access.away.tryIn', { time })} />;
}

/** A line that is broken between us and the broker. */
function BrokenLine() {
  return (
    <svg viewBox="0 0 340 90" width="320" aria-hidden="true" fill="none" strokeLinecap="round">
      <circle cx="44" cy="45" r="32" stroke="var(--t1)" strokeWidth="2.2" />
      <circle cx="44" cy="45" r="17" stroke="var(--t3)" strokeWidth="2" />
      <path d="M58 39 46 49l-4-7z" fill="var(--up-solid)" />
      <path d="M30 51 42 41l4 7z" fill="var(--down-solid)" />
      <path d="M78 45h66" stroke="var(--t1)" strokeWidth="2.2" />
      <path d="M150 45h44" stroke="var(--line-3)" strokeWidth="2.2" strokeDasharray="2 7" />
      <path d="M200 45h60" stroke="var(--line-3)" strokeWidth="2.2" />
      <path d="m158 58 8-26M170 58l8-26" stroke="var(--warn)" strokeWidth="2.4" />
      <circle cx="294" cy="45" r="32" stroke="var(--line-3)" strokeWidth="2.2" strokeDasharray="5 5" />
      <path
        d="M279 39h30l-15-9zM282 42v13M290 42v13M298 42v13M306 42v13M278 58h32"
        stroke="var(--t3)"
        strokeWidth="2"
      />
    </svg>
  );
}
