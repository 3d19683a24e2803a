import { usePhrases } from '#web/language/use-phrases.ts';

const maxDots = 20;

/** One dot per signal of the day, as far as there is room. */
export function LimitDots({ count, limit }: { count: number; limit: number }) {
  const { t } = usePhrases();
  return (
    <div className="lm">
      {limit <= maxDots && (
        <span className="lim" aria-hidden="true">
          {Array.from({ length: limit }, (_, index) => (
            <i key={index} className={index < count ? 'on' : ''} />
          ))}
        </span>
      )}
      <span className="text-13 text-ink-3 tabular-nums">{t('automatic.bar.today', { n: count, limit })}</span>
    </div>
  );
}
