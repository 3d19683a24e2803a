import { Check } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { type LookAgain, maxLooks } from './look-again.ts';

/** Turns automatic searches on and off, and states their end. */
export function LookAgainCheck({ lookAgain: { isOn, until, start, stop } }: { readonly lookAgain: LookAgain }) {
  const { t, f } = usePhrases();
  const end = until === null ? null : { time: f.clock(until), n: maxLooks };
  return (
    <div className="flex flex-col items-center gap-1">
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={isOn ? stop : start} />
        <span className="cb" aria-hidden="true">
          <Check className="ic" />
        </span>
        {t('signal.none.auto')}
      </label>
      <span className="text-13 text-ink-3" role="status">
        {end === null && t('signal.none.autoOffer', { n: maxLooks })}
        {end !== null && t(isOn ? 'signal.none.autoUntil' : 'signal.none.autoEnded', end)}
      </span>
    </div>
  );
}
