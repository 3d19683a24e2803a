import { ChevronRight, ExternalLink, History, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/accounts.ts';
import type { TraderCheck } from '#contract/traders.ts';
import { useBrokerLinks, useIsByList } from '#web/session/broker-links.ts';
import { brokerAnswer } from '#web/session/broker-answer.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { roundToCents } from '#web/language/formats.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import type { Access } from './use-access.ts';

/** The missing amount, the time of the last check, and the next step. */
export default function LowBalance({ user, access, known }: { user: User; access: Access; known: TraderCheck }) {
  const { t, f } = usePhrases();
  const { minBalance, check } = known;
  const { balance, balanceCheckedAt } = user;
  const links = useBrokerLinks();
  const isByList = useIsByList();
  const min = f.usd(minBalance);
  const isLow = balance === null ? user.isBalanceHidden && user.isBalanceValid === false : balance < minBalance;
  const stillLow = access.hasChecked && isLow ? t('signal.access.stillLow', { min }) : null;
  const message = brokerAnswer(known) === 'lost' ? t('signal.access.lost') : stillLow;
  return (
    <div className="flex flex-col gap-4 mx-auto max-w-[880px]">
      <section className="card">
        <div className="state">
          <div className="art">
            <BalanceGauge
              balance={balance}
              needed={minBalance}
              markAt={0.625}
              neededText={t('signal.balanceLow.needed', { amount: min })}
            />
          </div>
          <h2>{t(isLow ? 'signal.balanceLow.title' : 'signal.access.checking')}</h2>
          <p>{isLow ? t('signal.balanceLow.text', { min }) : t('signal.access.unknownBalance')}</p>
          {isLow && balance !== null && (
            <p>{t('signal.access.missing', { amount: f.usd(roundToCents(minBalance - balance)) })}</p>
          )}
          <div className="acts">
            {!isByList && (
              <button
                type="button"
                className="btn btn-p"
                aria-busy={access.isBusy}
                aria-disabled={access.isBusy}
                onClick={access.check}
              >
                <RefreshCw className={access.isBusy ? 'ic animate-spin' : 'ic'} />
                {t(access.isBusy ? 'signal.access.checking' : 'signal.access.check')}
              </button>
            )}
            <DepositLink href={links?.deposit} />
          </div>
          <p aria-live="polite" className="text-14 text-ink-3">
            {access.failure ?? message}
          </p>
        </div>
      </section>
      <Note icon={History}>
        {t(isByList ? 'signal.balanceLow.byList' : 'signal.balanceLow.note')}{' '}
        {balanceCheckedAt &&
          t('signal.access.checkedAt', { time: f.moment(Date.parse(balanceCheckedAt), serverClock.now()) })}{' '}
        {check?.nextAt && !isByList && t('signal.access.nextAt', { time: f.time(Date.parse(check.nextAt)) })}
      </Note>
      <BalanceQuestions min={min} isByList={isByList} />
    </div>
  );
}

/** Link to top up the account at the broker. */
function DepositLink({ href }: { href: string | undefined }) {
  const { t } = usePhrases();
  if (href === undefined) return null;
  return (
    <Button look="s" href={href} target="_blank" rel="noopener" icon={ExternalLink} text={t('signal.access.deposit')} />
  );
}

/** Frequent questions about a low balance, each answered in a dialog. */
function BalanceQuestions({ min, isByList }: { min: string; isByList: boolean }) {
  const { t } = usePhrases();
  const questions = [
    { title: t('signal.balanceLow.whyTitle', { min }), text: t('signal.balanceLow.whyText') },
    {
      title: t('signal.balanceLow.lateTitle'),
      text: t(isByList ? 'signal.balanceLow.byList' : 'signal.balanceLow.lateText'),
    },
    { title: t('signal.balanceLow.bonusTitle'), text: t('signal.balanceLow.bonusText') },
  ];
  const [open, setOpen] = useState<(typeof questions)[number] | null>(null);
  return (
    <div className="flex flex-col gap-2">
      {questions.map((question) => (
        <button
          key={question.title}
          type="button"
          className="card faq-row flex justify-between items-center gap-3 min-h-11 py-4 px-5 text-[15px] text-ink-1 cursor-pointer list-none w-full text-left [font-family:inherit]"
          aria-haspopup="dialog"
          onClick={() => setOpen(question)}
        >
          {question.title}
          <ChevronRight className="ic text-ink-3" />
        </button>
      ))}
      {open && (
        <Dialog title={open.title} onClose={() => setOpen(null)}>
          <p>{open.text}</p>
        </Dialog>
      )}
    </div>
  );
}

interface BalanceGaugeProps {
  readonly balance: number | null;
  readonly needed: number;
  /** Position of the required sum on the track, 0 to 1. */
  readonly markAt: number;
  readonly neededText: string;
}

/** The balance against the required sum. */
export function BalanceGauge({ balance, needed, markAt, neededText }: BalanceGaugeProps) {
  const { t, f } = usePhrases();
  const filled = Math.min(1, (Math.max(0, balance ?? 0) / needed) * markAt) * 100;
  return (
    <div className="w-[min(440px,76vw)] pt-8.5">
      <div className="relative h-3 rounded-[6px] bg-s3">
        <i className="absolute inset-y-0 right-auto left-0 rounded-[6px] bg-ink-1" style={{ width: `${filled}%` }} />
        <i
          className="absolute -top-1.75 -bottom-1.75 w-0.75 rounded-[2px] bg-warn [transform:translateX(-50%)]"
          style={{ left: `${markAt * 100}%` }}
        />
        <span
          className="absolute bottom-5.5 whitespace-nowrap text-14 tabular-nums"
          // Shifted by its own share, so that the label stays within the track.
          style={{ left: `${markAt * 100}%`, transform: `translateX(${-markAt * 100}%)` }}
        >
          {neededText}
        </span>
      </div>
      {balance !== null && (
        <div
          className="mt-3 text-left text-14 tabular-nums"
          style={{ paddingLeft: `max(0px, calc(${filled}% - 84px))` }}
        >
          <Rich text={t('signal.balanceLow.yours', { amount: f.usd(balance) })} />
        </div>
      )}
    </div>
  );
}
