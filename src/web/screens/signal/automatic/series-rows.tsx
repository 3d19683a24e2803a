import type { Signal } from '#contract/signals.ts';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { pipsBetween } from '#domain/market/price.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import { signedPips } from '../pips-text.ts';

/** A table where there is room for one, otherwise cards with the same data. */
export function SeriesRows({ signals }: { signals: readonly Signal[] }) {
  return useIsWide() ? <SeriesTable signals={signals} /> : <SeriesCards signals={signals} />;
}

function SeriesTable({ signals }: { signals: readonly Signal[] }) {
  const { t, f } = usePhrases();
  return (
    <table className="tbl tabular-nums">
      <thead>
        <tr>
          <th scope="col">{t('automatic.series.time')}</th>
          <th scope="col">{t('automatic.series.pair')}</th>
          <th scope="col">{t('automatic.series.forecast')}</th>
          <th scope="col" className="r">
            {t('automatic.series.move')}
          </th>
          <th scope="col" className="r">
            {t('automatic.series.result')}
          </th>
        </tr>
      </thead>
      <tbody>
        {signals.map((signal) => (
          <tr key={signal.id}>
            <td>{f.clock(Date.parse(signal.time))}</td>
            <td className="pairc">{pairName(signal.symbol)}</td>
            <td>
              <Forecast signal={signal} />
            </td>
            <td className="r">
              <Move signal={signal} />
            </td>
            <td className="r">
              <Result result={signal.result} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SeriesCards({ signals }: { signals: readonly Signal[] }) {
  const { f } = usePhrases();
  return (
    <ul>
      {signals.map((signal) => (
        <li key={signal.id} className="hrow">
          <span className="flex items-center gap-2">
            <b className="text-ink-1 font-semibold">{pairName(signal.symbol)}</b>
            <Forecast signal={signal} />
          </span>
          <Result result={signal.result} />
          <span className="text-13 text-ink-3 tabular-nums">{f.clock(Date.parse(signal.time))}</span>
          <span className="text-13 text-ink-3 tabular-nums">
            <Move signal={signal} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Forecast({ signal: { signal, passability } }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const isUp = signal === 'BUY';
  return (
    <span className="flex items-center gap-2">
      <DirectionIcon isUp={isUp} className={`ic series-ic ${isUp ? 'up' : 'down'}`} />
      {t(isUp ? 'automatic.series.up' : 'automatic.series.down', { percent: f.percent(passability / 100) })}
    </span>
  );
}

function Move({ signal: { symbol, openPrice, closePrice } }: { signal: Signal }) {
  const { t, f } = usePhrases();
  if (openPrice === null || closePrice === null) return '—';
  const pips = pipsBetween(openPrice, closePrice, priceDigits(symbol));
  return signedPips(pips, { t, f });
}

function Result({ result }: Pick<Signal, 'result'>) {
  const { t } = usePhrases();
  if (result === null) return <span className="chip">{t('automatic.series.open')}</span>;
  return (
    <span className={`chip ${outcomeStyle[result]}`}>
      <OutcomeMark shape={outcomeStyle[result]} />
      {t(`signal.result.${result}`)}
    </span>
  );
}
