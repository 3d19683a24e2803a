import { Link } from 'react-router';
import type { Signal } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { OutcomeMark } from '#web/ui/outcome-mark.tsx';
import { PracticeChip } from '#web/ui/practice-chip.tsx';
import { outcomeStyle } from '#web/ui/outcome-style.ts';
import { settledSignalsIn } from '../signal-list.ts';

/** The last three, whatever their outcome. */
export function RecentSignals({ signals }: { signals: readonly Signal[] }) {
  const { t, f, lang } = usePhrases();
  const recent = settledSignalsIn(signals, 3);
  if (recent.length === 0) return null;
  return (
    <section className="card">
      <div className="card-h">
        <h2 className="h4">{t('signal.choose.recent')}</h2>
        <Link className="link text-14" to={paths.history(lang)}>
          {t('signal.choose.history')}
        </Link>
      </div>
      <ul className="py-1">
        {recent.map((signal) => {
          const isUp = signal.signal === 'BUY';
          const result = signal.result ?? 'void';
          const shape = outcomeStyle[result];
          return (
            <li key={signal.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 justify-between px-5 py-2.5">
              <span className="flex items-center gap-2.5">
                <b className="text-ink-1 font-semibold text-[15px]">{pairName(signal.symbol)}</b>
                <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
                <span className="sr-only">{t(isUp ? 'signal.up' : 'signal.down')}</span>
                <time className="text-13 text-ink-3" dateTime={signal.time}>
                  {f.clock(Date.parse(signal.time))}
                </time>
              </span>
              <span className={`chip ${shape}`}>
                <OutcomeMark shape={shape} />
                {t(`signal.result.${result}`)}
              </span>
              {!signal.hasEdge && <PracticeChip />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
