import type { SignalStats } from '#contract/statistics.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { promisedIn, computeRate, getVerdict, wonIn } from './promise.ts';
import { PromiseFigure } from './promise-figure.tsx';

interface PromiseCardProps {
  readonly stats: SignalStats;
  readonly breakEven: number | null;
}

/** Stated against actual win rate of the user's signals, with the range expected by chance. */
export function PromiseCard({ stats, breakEven }: PromiseCardProps) {
  const { t, f } = usePhrases();
  const promised = promisedIn(stats);
  if (!promised) return null;
  const { won, count, rate } = promised;
  const stated = f.percent(promised.stated, 1);
  return (
    <section className="card promise" aria-labelledby="promise-title">
      <div className="p-card flex flex-col gap-3">
        <h2 className="h3" id="promise-title">
          {t('history.promise.title')}
        </h2>
        <p>
          <Rich
            text={
              rate
                ? t('history.promise.text', { stated, real: f.percent(rate.real, 1) })
                : t('history.promise.textCount', { stated, won: f.count(won), n: f.count(count) })
            }
          />
        </p>
        <p className="text-14 text-ink-3">
          {rate
            ? `${t('history.promise.interval', { n: f.count(count), range: f.range(rate.low, rate.high), count })} ${t(`history.promise.${getVerdict(promised.stated, rate)}`)}`
            : t('history.rateNote', { enough: minOutcomesForRate })}
        </p>
      </div>
      {rate && <PromiseFigure stated={promised.stated} rate={rate} breakEven={breakEven} />}
      {stats.calibration.length > 1 && <Bins bins={stats.calibration} />}
    </section>
  );
}

/** The same figures by stated probability; a row with too few signals for a rate shows a count. */
function Bins({ bins }: { bins: SignalStats['calibration'] }) {
  const { t, f } = usePhrases();
  return (
    <details className="promise-bins">
      <summary>{t('history.promise.bins')}</summary>
      <table className="tbl tabular-nums">
        <thead>
          <tr>
            <th scope="col">{t('history.promise.binStated')}</th>
            <th scope="col" className="r">
              {t('history.promise.binReal')}
            </th>
            <th scope="col" className="r">
              {t('history.promise.binInterval')}
            </th>
            <th scope="col" className="r">
              {t('history.promise.binCount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bins.map((bin) => {
            const rate = computeRate(wonIn(bin), bin.count);
            return (
              <tr key={bin.stated}>
                <td className="text-ink-1">{f.percent(bin.stated, 1)}</td>
                <td className="r">{rate ? f.percent(rate.real, 1) : f.count(wonIn(bin))}</td>
                <td className="r">{rate ? f.range(rate.low, rate.high) : '—'}</td>
                <td className="r">{f.count(bin.count)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
