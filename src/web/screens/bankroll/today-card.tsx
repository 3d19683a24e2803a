import { Hand } from 'lucide-react';
import { useState } from 'react';
import type { LimitsAnswer } from '#contract/limits.ts';
import { Rich } from '#web/language/rich.tsx';
import { roundToCents } from '#web/language/formats.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/card.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import type { OwnLimitsState } from './use-own-limits.ts';

interface TodayCardProps {
  readonly flow: OwnLimitsState;
  readonly balance: number | null;
  /** Null: the balance is unknown. */
  readonly stake: number | null;
  readonly payout: number;
}

/** The day's results, and the button to end the day. */
export function TodayCard({ flow, balance, stake, payout }: TodayCardProps) {
  const { t } = usePhrases();
  const { answer } = flow;
  return (
    <section className="card p-card flex flex-col gap-4" aria-labelledby="today-title">
      <h2 id="today-title" className="h3">
        {t('bankroll.today.title')}
      </h2>
      {flow.isFailed && <LoadError title={t('bankroll.limits.unread')} onRetry={flow.refetch} />}
      {!answer && !flow.isFailed && <span className="sk today-wait" aria-hidden="true" />}
      {answer && (
        <>
          <Beads today={answer.today} />
          {balance !== null && stake !== null && answer.today.results.length > 0 && (
            <Sums today={answer.today} {...{ balance, stake, payout }} />
          )}
          <Stop answer={answer} onStop={flow.stop} />
        </>
      )}
    </section>
  );
}

const maxBeads = 12;

function Beads({ today: { results, lossesInARow } }: Pick<LimitsAnswer, 'today'>) {
  const { t } = usePhrases();
  if (results.length === 0) return <p className="text-14 text-ink-3">{t('bankroll.today.none')}</p>;
  const number = (result: string): number => results.filter((one) => one === result).length;
  return (
    <div className="flex items-center flex-wrap gap-2">
      <span className="sr-only">
        {t('bankroll.today.results', {
          won: number('successful'),
          lost: number('unsuccessful'),
          equal: number('neutral'),
        })}
      </span>
      <span className="flex items-center flex-wrap gap-2" aria-hidden="true">
        {results.slice(-maxBeads).map((result, index) => (
          // Equal results may be adjacent, so the index is part of the key.
          <OutcomeMark key={`${index} ${result}`} shape={outcomeStyle[result]} className="bead" />
        ))}
      </span>
      <span className="text-14 text-ink-3">
        {lossesInARow > 0
          ? t('bankroll.today.row', { n: lossesInARow, count: lossesInARow })
          : t('bankroll.today.noRow')}
      </span>
    </div>
  );
}

interface SumsProps {
  readonly today: LimitsAnswer['today'];
  readonly balance: number;
  readonly stake: number;
  readonly payout: number;
}

/** The day's hypothetical sum at this stake: only the broker knows the actual stakes. */
function Sums({ today: { results }, balance, stake, payout }: SumsProps) {
  const { t, f } = usePhrases();
  const units = results.reduce(
    (sum, result) => sum + (result === 'successful' ? payout : result === 'unsuccessful' ? -1 : 0),
    0,
  );
  const total = roundToCents(units * stake);
  return (
    <dl className="dl">
      <Fact name={t('bankroll.today.total', { stake: f.usd(stake) })} className={total < 0 ? 'loss' : ''}>
        {f.profit(total)}
      </Fact>
      <Fact name={t('bankroll.today.share')}>{f.percent(total / balance, 1)}</Fact>
    </dl>
  );
}

function Stop({ answer, onStop }: { answer: LimitsAnswer; onStop: () => Promise<void> }) {
  const { t, f } = usePhrases();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { stopped, limits, dayEnds, timezone } = answer;
  const time = f.clock(Date.parse(stopped?.until ?? dayEnds));
  const zone =
    timezone === 'Europe/Kyiv'
      ? t('bankroll.today.zoneKyiv')
      : t('bankroll.today.zone', { zone: timezone.replaceAll('_', ' ') });
  const n = stopped && stopped.cause !== 'asked' ? (limits[stopped.cause] ?? 0) : 0;
  const reason =
    stopped &&
    (stopped.cause === 'asked'
      ? t('bankroll.today.asked', { time })
      : t(`bankroll.today.${stopped.cause}`, { n, count: n }));
  return (
    <>
      {reason && (
        <Note icon={Hand} tone="warn">
          <Rich text={reason} /> {stopped?.cause !== 'asked' && t('bankroll.today.back', { time })}
        </Note>
      )}
      {stopped?.cause === 'asked' ? null : (
        <>
          <Button look="p lg block" onClick={() => setIsDialogOpen(true)} text={t('bankroll.today.stop')} />
          <p className="text-13 text-ink-3">{t('bankroll.today.stopNote', { time, zone })}</p>
        </>
      )}
      {isDialogOpen && (
        <ActionDialog
          title={t('bankroll.today.confirm')}
          confirm={t('bankroll.today.confirmYes')}
          cancel={t('bankroll.today.confirmNo')}
          act={onStop}
          onDone={() => setIsDialogOpen(false)}
          onClose={() => setIsDialogOpen(false)}
        >
          <p>{t('bankroll.today.confirmText', { time })}</p>
        </ActionDialog>
      )}
    </>
  );
}
