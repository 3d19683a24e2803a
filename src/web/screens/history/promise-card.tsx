import type { SignalStats } from '#contract/statistics.ts';
import { wilsonInterval } from '#domain/wilson-interval.ts';
import { Rich } from '../../language/rich.tsx';
import { usePhrases } from '../../language/use-phrases.ts';
import { type Promised, promisedIn, verdictOf } from './promise.ts';
import { percentRange } from './percent-range.ts';
import { PromiseFigure } from './promise-figure.tsx';

interface PromiseCardProps {
  readonly stats: SignalStats;
  readonly breakEven: number | null;
}

/** What the user's signals stated beside what came true of them, with what chance alone could do. */
export function PromiseCard({ stats, breakEven }: PromiseCardProps) {
  const { t, f } = usePhrases();
  const promised = promisedIn(stats);
  if (!promised) return null;
  const { stated, real } = promised;
  return (
    <section className="card promise" aria-labelledby="promise-title">
      <div className="pad col g3">
        <h2 className="h3" id="promise-title">
          {t('history.promise.title')}
        </h2>
        <p className="num">
          <Rich text={t('history.promise.text', { stated: f.percent(stated, 1), real: f.percent(real, 1) })} />
        </p>
        <p className="s14 t3 num">
          <Interval promised={promised} /> {t(`history.promise.${verdictOf(promised)}`)}
        </p>
      </div>
      <PromiseFigure promised={promised} breakEven={breakEven} />
      {stats.calibration.length > 1 && <Bins bins={stats.calibration} />}
    </section>
  );
}

function Interval({ promised }: { promised: Promised }) {
  const { t, f } = usePhrases();
  const { count } = promised;
  return t('history.promise.interval', { n: f.count(count), range: percentRange(f, promised), count });
}

/** The same by what was stated: few signals a row, so each with its interval. */
function Bins({ bins }: { bins: SignalStats['calibration'] }) {
  const { t, f } = usePhrases();
  return (
    <details className="promise-bins">
      <summary>{t('history.promise.bins')}</summary>
      <table className="tbl num">
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
          {bins.map(({ stated, real, count }) => {
            const interval = wilsonInterval(Math.round(real * count), count);
            return (
              <tr key={stated}>
                <td className="t1">{f.percent(stated, 1)}</td>
                <td className="r">{f.percent(real, 1)}</td>
                <td className="r">{interval && percentRange(f, interval)}</td>
                <td className="r">{f.count(count)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
