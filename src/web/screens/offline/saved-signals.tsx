import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { SavedHistory } from '#web/offline/saved-history.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';

interface SavedSignalsProps {
  readonly history: SavedHistory;
  readonly now: number;
}

/** The last settled signals at the time of the last connection, with that time. */
export function SavedSignals({ history: { savedAt, signals }, now }: SavedSignalsProps) {
  const { t, f } = usePhrases();
  return (
    <section className="card p-card offline-kept" aria-label={t('shell.offline.history')}>
      <p className="text-14 text-ink-3">{t('shell.offline.savedAt', { time: f.moment(savedAt, now) })}</p>
      <table className="offline-signals tabular-nums">
        <thead>
          <tr>
            <th scope="col">{t('shell.offline.pair')}</th>
            <th scope="col">{t('shell.offline.date')}</th>
            <th scope="col">{t('shell.offline.result')}</th>
          </tr>
        </thead>
        <tbody>
          {signals.map(({ id, symbol, signal, time, result }) => (
            <tr key={id}>
              <td>
                <span className={`flex items-center gap-2 ${signal === 'BUY' ? 'up' : 'down'}`}>
                  <DirectionIcon isUp={signal === 'BUY'} />
                  <b className="text-ink-1 font-semibold">{pairName(symbol)}</b>
                </span>
              </td>
              <td>{f.moment(Date.parse(time), now)}</td>
              <td>{result && t(`shell.offline.${result}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
