import { Gift } from 'lucide-react';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/feedback/note.tsx';

interface PrizesProps {
  /** Texts of the operator; empty: not announced. Null: loading. */
  readonly prizes: readonly string[] | null;
  /** One prize per place in the draw; otherwise all are equal. */
  readonly isRanked: boolean;
}

export function Prizes({ prizes, isRanked }: PrizesProps) {
  const { t } = usePhrases();
  const isKnown = prizes !== null && prizes.length > 0;
  return (
    <section className="sec contest-sec" aria-labelledby="prizes-title">
      <div className="wrap">
        <div className="sec-h">
          <h2 id="prizes-title" className="h1">
            {t('contest.prizes.title')}
          </h2>
          {isKnown && <p>{isRanked ? t('contest.prizes.ranked') : t('contest.prizes.equal')}</p>}
        </div>
        {prizes === null && <span className="sk contest-days" aria-hidden="true" />}
        {prizes?.length === 0 && <Note icon={Gift}>{t('contest.prizes.unknown')}</Note>}
        {isKnown && <PrizeCards prizes={prizes} />}
      </div>
    </section>
  );
}

function PrizeCards({ prizes }: { prizes: readonly string[] }) {
  const { t } = usePhrases();
  return (
    <>
      <ul className="prz">
        {Array.from({ length: contestRules.winners }, (_, place) => (
          <li key={place} className="card">
            <Gift className="ic" aria-hidden="true" />
            <b>{prizes[place] ?? prizes[0]}</b>
            <span className="text-13 text-ink-3">{t('contest.prizes.prize', { place: place + 1 })}</span>
          </li>
        ))}
      </ul>
      <p className="text-14 text-ink-3 contest-said">{t('contest.prizes.passOn', { days: contestRules.proofDays })}</p>
    </>
  );
}
