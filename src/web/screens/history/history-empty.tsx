import { Navigation } from 'lucide-react';
import { Link } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

/** Empty state: no signals yet, or none left, with the next step. */
export function HistoryEmpty({ removed }: { removed: number }) {
  const { t, f, lang } = usePhrases();
  return (
    <section className="card">
      <div className="state">
        <div className="art">
          <EmptyRows />
        </div>
        <h2>{t('history.empty.title')}</h2>
        <p>
          {removed > 0 ? t('history.allRemoved', { n: f.count(removed), count: removed }) : t('history.empty.text')}
        </p>
        <div className="acts">
          <Link className="btn btn-p" to={paths.signal(lang)}>
            <Navigation className="ic" aria-hidden="true" />
            {t('history.empty.action')}
          </Link>
        </div>
      </div>
    </section>
  );
}

const EmptyRows = () => (
  <svg viewBox="0 0 188 94" width="188" aria-hidden="true" fill="none" stroke="var(--line-3)" strokeDasharray="4 4">
    {[1, 33, 65].map((y) => (
      <rect key={y} x="1" y={y} width="186" height="25" rx="7" />
    ))}
  </svg>
);
