import { Check, Hourglass, ImageUp, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { Contest } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import type { SignalHistory } from '#contract/statistics.ts';
import { contestRules, imageTypes } from '#domain/contest/contest-rules.ts';
import type { ProofStatus } from '#domain/contest/contest-status.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { getJson } from '#web/api/request.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { type OwnEntry, OwnTrades } from './own-trades.tsx';

interface OwnPartProps {
  readonly contest: Contest;
  readonly me: OwnEntry;
  readonly onSent: () => void;
}

/** Only for participants: lazy, so a visitor's page loads without it. */
export default function OwnPart({ contest, me, onSent }: OwnPartProps) {
  return (
    <div className="wrap flex flex-col gap-6 contest-own">
      {contest.state !== 'announced' && <OwnTrades contest={contest} me={me} />}
      <ProofsCard contest={contest} me={me} onSent={onSent} />
    </div>
  );
}

/**
 * Where screenshots are required: for each trade when the broker provides none, and for a winner's
 * ten trades.
 */
function ProofsCard({ contest, me, onSent }: OwnPartProps) {
  const { t } = usePhrases();
  const isWinner = me.prize?.status === 'awaiting';
  const isTrader = contest.evidence === 'screenshots' && contest.state === 'running';
  if (!isWinner && !isTrader) return null;
  return (
    <section className="card p-card flex flex-col gap-4" aria-labelledby="proofs-title">
      <h2 id="proofs-title" className="h3">
        {t('contest.proofs.title')}
      </h2>
      <p>{isWinner ? t('contest.proofs.winnerText') : t('contest.proofs.tradesText')}</p>
      {isWinner ? <WinnersShots me={me} onSent={onSent} /> : <SignalShots contest={contest} me={me} onSent={onSent} />}
      <p className="text-13 text-ink-3">{t('contest.proofs.kinds', { days: contestRules.proofRetentionDays })}</p>
    </section>
  );
}

function WinnersShots({ me, onSent }: Omit<OwnPartProps, 'contest'>) {
  const { t } = usePhrases();
  const sent = me.proofs.filter(({ signalId }) => signalId === null);
  return (
    <div className="flex items-center flex-wrap gap-4">
      <ScreenshotButton signalId={null} label={t('contest.proofs.choose')} onSent={onSent} />
      <span className="text-14 text-ink-2" role="status">
        {sent.length > 0 && t('contest.proofs.sent', { count: sent.length })}
      </span>
    </div>
  );
}

/** The user's signals during the contest, each with the screenshot of its trade. */
function SignalShots({ contest, me, onSent }: OwnPartProps) {
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
  return <Chip className={status === 'approved' ? 'win' : ''} icon={Icon} text={t(`contest.proofs.${status}`)} />;
}

interface ScreenshotButtonProps {
  /** The signal whose trade the screenshot shows; null: a winner's screenshot. */
  readonly signalId: string | null;
  readonly label: string;
  readonly onSent: () => void;
}

/** Selects one picture and uploads it at once. */
function ScreenshotButton({ signalId, label, onSent }: ScreenshotButtonProps) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const { run, isBusy, error } = useAction(async (file: File) => {
    const query = signalId === null ? '' : `?signalId=${signalId}`;
    await getJson(contestPaths.proofs + query, { method: 'POST', file });
    onSent();
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file) void run(file);
  };
  return (
    <span className="contest-shot">
      <input ref={input} type="file" accept={imageTypes.join(',')} hidden onChange={choose} />
      <Button
        look="s sm"
        aria-label={label}
        isBusy={isBusy}
        onClick={() => input.current?.click()}
        icon={ImageUp}
        text={isBusy ? t('contest.proofs.sending') : t('contest.proofs.choose')}
      />
      {error !== null && (
        <span className="text-13 loss" role="alert">
          {errorText(error)}
        </span>
      )}
    </span>
  );
}
