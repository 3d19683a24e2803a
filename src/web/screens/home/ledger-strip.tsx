import { Link } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useOverall } from '#web/record/use-overall.ts';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import type { Settled } from './to-results.ts';

/** The record in one line; its space is reserved while it is loading. */
export function LedgerStrip({ results }: { results: readonly Settled[] | null }) {
  const { t, f, lang } = usePhrases();
  const { overall, breakEven } = useOverall();
  const interval = overall?.interval;
  const rate = interval ? f.range(interval.low, interval.high) : t('home.ledger.few');
  return (
    <section className="ledger" aria-label={t('home.ledger.label')}>
      <div className="wrap">
        <dl className="kv">
          <dt>{t('home.ledger.settled')}</dt>
          <dd>{overall ? f.count(overall.total) : '—'}</dd>
        </dl>
        <dl className="kv">
          <dt>{t('home.ledger.rate')}</dt>
          <dd className={interval ? undefined : 'worded'}>{overall ? rate : '—'}</dd>
        </dl>
        <div className="flex flex-col gap-2">
          <div className="flex items-center justify-between flex-wrap text-13 text-ink-3 ledger-h">
            <Counts results={results} />
            {breakEven !== null && <span>{t('home.ledger.breakEven', { share: f.percent(breakEven, 2) })}</span>}
          </div>
          <Pearls results={results} />
          <Link className="link text-13 self-start" to={paths.recap(lang)}>
            {t('home.ledger.recap')}
          </Link>
        </div>
      </div>
    </section>
  );
}

function Counts({ results }: { results: readonly Settled[] | null }) {
  const { t } = usePhrases();
  if (!results) return <span>&nbsp;</span>;
  if (results.length === 0) return null;
  const count = (wanted: Settled): number => results.filter((result) => result === wanted).length;
  return (
    <span>
      {t('home.ledger.sum', {
        won: t('home.ledger.won', { count: count('successful') }),
        lost: t('home.ledger.lost', { count: count('unsuccessful') }),
        even: t('home.ledger.even', { count: count('neutral') }),
      })}
    </span>
  );
}

/** Beads of equal size: hiding one would leave a hole. Oldest first. */
function Pearls({ results }: { results: readonly Settled[] | null }) {
  if (results?.length === 0) return null;
  return (
    <div className="pearls" aria-hidden="true">
      {results?.toReversed().map((result, place) => (
        // They have no name but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: beads are alike and only ever appended
        <OutcomeMark key={place} shape={outcomeStyle[result]} />
      ))}
    </div>
  );
}
