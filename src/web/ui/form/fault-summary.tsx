import { TriangleAlert } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { usePhrases } from '../../language/use-phrases.ts';
import type { Fault } from './use-answered-form.ts';

interface FaultSummaryProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly faults: readonly Fault[];
  /** What no field is to blame for. */
  readonly problem: ReactNode;
}

/** Everything that keeps the form from being sent, at its top: takes the focus after a failed try, leads to each field. */
export function FaultSummary({ ref, faults, problem }: FaultSummaryProps) {
  const { t } = usePhrases();
  if (faults.length === 0 && !problem) return null;
  return (
    <div ref={ref} className="note err-sum" role="alert" tabIndex={-1}>
      <TriangleAlert className="ic" aria-hidden="true" />
      <div className="col g1">
        {problem ?? <b>{t('auth.form.summary', { count: faults.length })}</b>}
        {faults.length > 0 && (
          <ul>
            {faults.map(({ field, text }) => (
              <li key={field}>
                <a
                  className="link"
                  href={`#${field}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(field)?.focus();
                  }}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
