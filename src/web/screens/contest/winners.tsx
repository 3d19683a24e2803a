import { ArrowRight, Check, Hourglass, type LucideIcon } from 'lucide-react';
import type { Contest } from '#contract/contest.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

type Winner = Contest['winners'][number];

/** Ordered by place in the draw; a prize that passed on stays visible. */
export function Winners({ winners }: { winners: readonly Winner[] }) {
  const { t } = usePhrases();
  return (
    <section className="sec" aria-labelledby="winners-title">
      <div className="wrap">
        <div className="sec-h">
          <h2 id="winners-title" className="h1">
            {t('contest.winners.title')}
          </h2>
          <p>{winners.length > 0 ? t('contest.winners.lead') : t('contest.winners.none')}</p>
        </div>
        {winners.length > 0 && (
          <ol className="card wn">
            {winners.map((winner) => (
              <WinnerRow key={winner.rank} winner={winner} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function WinnerRow({ winner: { rank, number, email, hash, status } }: { winner: Winner }) {
  const { t, f } = usePhrases();
  const { icon: Icon, tone } = styles[status];
  return (
    <li>
      <span className="tabular-nums text-ink-3">{rank}</span>
      <b className="tabular-nums text-ink-1">{t('contest.winners.number', { number: f.count(number) })}</b>
      <span className="text-ink-1 tabular-nums wrap-anywhere">{email}</span>
      <span className="mono text-ink-3 hs">{hash.slice(0, 12)}…</span>
      <span className={`chip ${tone}`}>
        <Icon className="ic" aria-hidden="true" />
        {t(`contest.winners.${status}`)}
      </span>
    </li>
  );
}

const styles: Record<Winner['status'], { icon: LucideIcon; tone: string }> = {
  awaiting: { icon: Hourglass, tone: '' },
  confirmed: { icon: Check, tone: '' },
  paid: { icon: Check, tone: 'win' },
  forfeited: { icon: ArrowRight, tone: '' },
};
