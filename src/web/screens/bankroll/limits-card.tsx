import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { LimitsAnswer } from '#contract/limits.ts';
import { type LimitName, limitNames, type OwnLimits } from '#domain/signals/own-limits.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import type { OwnLimitsState } from './use-own-limits.ts';

const choices: Record<LimitName, readonly number[]> = {
  lossesInARow: [1, 2, 3, 4, 5, 7, 10],
  lossesADay: [1, 2, 3, 4, 5, 6, 8, 10, 15, 20],
  signalsADay: [1, 3, 5, 8, 10, 12, 15, 20, 30, 50, 100],
};
/** Initial value of a limit when it is switched on. */
const usual: OwnLimits = { lossesInARow: 3, lossesADay: 5, signalsADay: 12 };

/**
 * A limit is lowered at once and raised from tomorrow on: tomorrow's value is shown next to
 * today's.
 */
export function LimitsCard({ flow }: { flow: OwnLimitsState }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [message, setMessage] = useState('');
  /** Optimistic update while the request is in progress. */
  const [request, setRequest] = useState<OwnLimits | null>(null);
  const { answer } = flow;
  const change = (limits: OwnLimits): void => {
    setRequest(limits);
    flow
      .change(limits)
      .then(({ next }) => setMessage(t(next ? 'bankroll.limits.savedNext' : 'bankroll.limits.saved')))
      .catch((error: unknown) => setMessage(t('bankroll.limits.failed', { reason: errorText(error) })))
      .finally(() => setRequest(null));
  };
  return (
    <section className="card" aria-labelledby="limits-title">
      <div className="card-h">
        <h2 id="limits-title" className="h4">
          {t('bankroll.limits.title')}
        </h2>
      </div>
      <div className="own-limits">
        {answer ? (
          limitNames.map((name) => (
            <LimitRow key={name} name={name} answer={answer} request={request} onChange={change} />
          ))
        ) : (
          <span className="sk today-wait" aria-hidden="true" />
        )}
        <p className="text-13 text-ink-3">{t('bankroll.limits.note')}</p>
        <p className="text-13 text-ink-3">{t('bankroll.limits.money')}</p>
        <p className="text-13 text-ink-1" role="status">
          {message}
        </p>
      </div>
    </section>
  );
}

interface LimitRowProps {
  readonly name: LimitName;
  readonly answer: LimitsAnswer;
  readonly request: OwnLimits | null;
  readonly onChange: (limits: OwnLimits) => void;
}

function LimitRow({ name, answer: { limits, next }, request, onChange }: LimitRowProps) {
  const { t, f } = usePhrases();
  // The requested value: already in force, or from tomorrow on.
  const wished = request ?? next?.limits ?? limits;
  const value = wished[name];
  const label = t(`bankroll.limits.${name}`);
  const choose = (one: number | null): void => onChange({ ...wished, [name]: one });
  const options = [...new Set([...choices[name], ...(value === null ? [] : [value])])].toSorted((a, b) => a - b);
  const isLater = next !== null && next.limits[name] !== limits[name];
  return (
    <div className="own-limit">
      <span className="text-ink-2">{label}</span>
      {isLater && (
        <span className="text-13 text-ink-3">
          {t('bankroll.limits.next', {
            date: f.date(Date.parse(next.from)),
            value: value === null ? t('bankroll.limits.off') : f.count(value),
          })}
        </span>
      )}
      <span className="flex items-center gap-3">
        <b className="tabular-nums text-ink-1">{isLater ? f.count(limits[name] ?? 0) : null}</b>
        {value !== null && (
          <span className="sel">
            <select
              aria-label={t('bankroll.limits.choose', { name: label })}
              value={value}
              onChange={({ target }) => choose(Number(target.value))}
            >
              {options.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
            <ChevronDown className="ic" aria-hidden="true" />
          </span>
        )}
        <input
          type="checkbox"
          className="swi"
          checked={value !== null}
          aria-label={label}
          onChange={() => choose(value === null ? usual[name] : null)}
        />
      </span>
    </div>
  );
}
