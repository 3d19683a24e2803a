import { usePhrases } from '#web/language/use-phrases.ts';
import { useOverall } from '#web/record/use-overall.ts';

/** Only from the record; missing figures are stated as missing. */
export function Figures() {
  const { t, f } = usePhrases();
  const { overall } = useOverall();
  const interval = overall?.interval;
  const rate = interval ? f.range(interval.low, interval.high) : t('about.figures.few');
  return (
    <section className="ledger four" aria-label={t('about.figures.label')}>
      <div className="wrap">
        <Figure name={t('about.figures.total')} value={overall ? f.count(overall.total) : '—'} />
        <Figure name={t('about.figures.rate')} value={overall ? rate : '—'} />
        <Figure
          name={t('about.figures.proven')}
          value={
            overall
              ? t('about.figures.provenOf', { proven: f.count(overall.proven), models: f.count(overall.models) })
              : '—'
          }
        />
        <Figure name={t('about.figures.pay')} value={f.usd(0)} />
      </div>
    </section>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <dl className="kv">
    <dt>{name}</dt>
    <dd>{value}</dd>
  </dl>
);
