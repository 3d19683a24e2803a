import { TriangleAlert } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { FieldError } from './use-answered-form.ts';

export interface ErrorSummaryProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly errors: readonly FieldError[];
  /** An error that belongs to no field. */
  readonly formError: ReactNode;
}

/**
 * Errors that prevent submission, at the top of the form: takes the focus after a failed attempt
 * and links to each field.
 */
export function ErrorSummary({ ref, errors, formError }: ErrorSummaryProps) {
  const { t } = usePhrases();
  if (errors.length === 0 && !formError) return null;
  return (
    <div ref={ref} className="note err-sum" role="alert" tabIndex={-1}>
      <TriangleAlert className="ic" aria-hidden="true" />
      <div className="flex flex-col gap-1">
        {formError ?? <b>{t('auth.form.summary', { count: errors.length })}</b>}
        {errors.length > 0 && (
          <ul>
            {errors.map(({ field, text }) => (
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
