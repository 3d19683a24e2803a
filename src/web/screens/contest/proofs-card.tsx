import type { Contest } from '#contract/contest.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ScreenshotButton } from './screenshot-button.tsx';
import { SignalShots } from './signal-shots.tsx';

type OwnEntry = NonNullable<Contest['me']>;

interface ProofsCardProps {
  readonly contest: Contest;
  readonly me: OwnEntry;
  readonly onSent: () => void;
}

/**
 * Where screenshots are required: for each trade when the broker provides none, and for a winner's
 * ten trades.
 */
export function ProofsCard({ contest, me, onSent }: ProofsCardProps) {
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

function WinnersShots({ me, onSent }: Pick<ProofsCardProps, 'me' | 'onSent'>) {
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
