import { Check, Hourglass, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Contest } from '#contract/contest.ts';
import type { SignalHistory } from '#contract/statistics.ts';
import type { ProofStatus } from '#domain/contest/contest-status.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ScreenshotButton } from './screenshot-button.tsx';

interface SignalShotsProps {
  readonly contest: Contest;
  readonly me: NonNullable<Contest['me']>;
  readonly onSent: () => void;
}

/** The user's signals during the contest, each with the screenshot of its trade. */
export function SignalShots({ contest, me, onSent }: SignalShotsProps) {
  const { t, f } = usePhrases();
  const signals = useSignals(contest);
  if (signals?.length === 0) return <p className="text-ink-3">{t('contest.proofs.noSignals')}</p>;
  return (
    <ul className="contest-shots">
      {signals?.map(({ id, symbol, time }) => {
        const status = me.proofs.findLast(({ signalId }) => signalId === id)?.status ?? null;
        const name = `${pairName(symbol)}, ${f.date(Date.parse(time))}, ${f.clock(Date.parse(time))}`;
        const isOpen = status === null || status === 'refused';
        return (
          <li key={id}>
            <span className="tabular-nums text-ink-1">{name}</span>
            {status !== null && <ProofState status={status} />}
            {isOpen && (
              <ScreenshotButton signalId={id} label={t('contest.proofs.chooseFor', { signal: name })} onSent={onSent} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Settled signals, newest first; null: loading. Uses the history request with its schemas,
 * lazy-loaded where needed.
 */
function useSignals({ startsAt: from, endsAt: to }: Contest): SignalHistory['items'] | null {
  const [signals, setSignals] = useState<SignalHistory['items'] | null>(null);
  useEffect(() => {
    let isGone = false;
    import('#web/api/calls/history-calls.ts')
      .then(({ getHistory }) => getHistory({ filters: { from, to }, sort: 'newest' }, null))
      .then(({ items }) => !isGone && setSignals(items.filter(({ status }) => status === 'settled')))
      // Retried with the next refresh.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [from, to]);
  return signals;
}

const icons = { pending: Hourglass, approved: Check, refused: X };

/** Review status of a submitted screenshot. */
function ProofState({ status }: { status: ProofStatus }) {
  const { t } = usePhrases();
  const Icon = icons[status];
  return (
    <span className={status === 'approved' ? 'chip win' : 'chip'}>
      <Icon className="ic" aria-hidden="true" />
      {t(`contest.proofs.${status}`)}
    </span>
  );
}
