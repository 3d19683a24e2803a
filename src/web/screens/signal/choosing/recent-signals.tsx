import { Link } from 'react-router';
import type { Signal } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { settledSignalsIn } from '../signal-list.ts';

const maxShown = 5;

/** The last results in one line, whatever their outcome; each leads to its row in the history. */
export function RecentSignals({ signals }: { signals: readonly Signal[] }) {
  const { t, lang } = usePhrases();
  const recent = settledSignalsIn(signals, maxShown);
  if (recent.length === 0) return null;
  return (
    <nav className="ribbon" aria-label={t('signal.choose.recent')}>
      {recent.map((signal) => (
        <Result key={signal.id} signal={signal} />
      ))}
      <Link className="link text-14" to={paths.history(lang)}>
        {t('signal.choose.history')}
      </Link>
    </nav>
  );
}

function Result({ signal }: { signal: Signal }) {
  const { t, f, lang } = usePhrases();
  const isUp = signal.signal === 'BUY';
  const result = signal.result ?? 'void';
  const shape = outcomeStyle[result];
  return (
    <Link className="chip" to={paths.history(lang, signal.id)} title={f.clock(Date.parse(signal.time))}>
      <OutcomeMark shape={shape} />
      <span className="sr-only">{t(`signal.result.${result}`)}</span>
      {pairName(signal.symbol)}
      <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
      <span className="sr-only">{t(isUp ? 'signal.up' : 'signal.down')}</span>
      {!signal.hasEdge && <span className="sr-only">{t('common.practice')}</span>}
    </Link>
  );
}
