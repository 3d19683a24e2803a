import type { ModelFigures } from '#contract/record/record.ts';
import { durations } from '#domain/market/duration.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

type Card = NonNullable<ModelFigures['card']>;

/** What its card states by day, for every duration: with its frozen file, and calibrated day by day. */
export function PastResults({ card: { from, to, byDay } }: { readonly card: Card }) {
  const { t, f } = usePhrases();
  const title = t('signal.about.past', { months: f.months(Date.parse(from), Date.parse(to)) });
  return (
    <div className="flex flex-col gap-2">
      <h3 className="h4">{title}</h3>
      {byDay.length === 0 ? (
        <p className="text-14">{t('signal.about.pastNone')}</p>
      ) : (
        <table className="tbl past-tbl tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('signal.about.pastDuration')}</th>
              <th scope="col" className="r">
                {t('signal.about.pastFile')}
              </th>
              <th scope="col" className="r">
                {t('signal.about.pastCalibrated')}
              </th>
            </tr>
          </thead>
          <tbody>
            {durations.map((duration) => (
              <tr key={duration}>
                <th scope="row">{t('signal.minutes', { n: duration })}</th>
                <PastCells result={byDay.find((one) => one.duration === duration)} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="text-14 text-ink-3">
        {byDay.length > 0 && <>{t('signal.about.pastCalibratedText')} </>}
        {t('signal.about.pastText')}
      </p>
    </div>
  );
}

function PastCells({ result }: { readonly result: Card['byDay'][number] | undefined }) {
  const { t } = usePhrases();
  if (!result)
    return (
      <td colSpan={2} className="r">
        {t('signal.about.pastNoEdge')}
      </td>
    );
  return (
    <>
      <PastRate rate={result} />
      <PastRate rate={result.calibrated} />
    </>
  );
}

type Rate = NonNullable<Card['byDay'][number]['calibrated']>;

function PastRate({ rate }: { readonly rate: Rate | null }) {
  const { t, f } = usePhrases();
  if (!rate) return <td className="r">–</td>;
  const interval = f.range(rate.low, rate.high);
  return (
    <td className="r">
      <b>{f.percent(rate.real, 1)}</b> <span>({interval})</span>{' '}
      <span className="text-ink-3">{t('signal.about.pastOf', { number: f.count(rate.count) })}</span>
    </td>
  );
}
