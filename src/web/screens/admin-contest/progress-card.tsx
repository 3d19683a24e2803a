import { usePhrases } from '#web/language/use-phrases.ts';

/** Number of participants by number of counted trades: a labelled bar each. */
export function ProgressCard({ progress }: { progress: readonly number[] }) {
  const { t, f } = usePhrases();
  const max = Math.max(...progress, 1);
  return (
    <section className="card p-card flex flex-col gap-4" aria-labelledby="progress-title">
      <div className="flex flex-col gap-1">
        <h2 id="progress-title" className="h3">
          {t('admin.contest.progress')}
        </h2>
        <p className="text-14 text-ink-3">{t('admin.contest.progressText')}</p>
      </div>
      <ol className="contest-progress">
        {progress.map((count, trades) => (
          <li key={trades}>
            <span className="tabular-nums" aria-hidden="true">
              {trades}
            </span>
            <span className="bar" aria-hidden="true">
              <i style={{ width: `${(count / max) * 100}%` }} />
            </span>
            <span className="tabular-nums text-ink-3" aria-hidden="true">
              {f.count(count)}
            </span>
            <span className="sr-only">{t('admin.contest.bar', { trades, count })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
