import { call } from '#web/api/request.ts';
import { useErrorMessage } from '#web/language/use-error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useMutation } from '@tanstack/react-query';

const tones = { ok: 'win', warning: 'warn', failure: 'loss', absent: '' } as const;
const words = { ok: 'OK', warning: 'works in part', failure: 'doesn’t work', absent: 'not checked' } as const;

/** Calls every partner once an administrator asks for it, and says what is missing. */
export function Checkup() {
  const errorMessage = useErrorMessage();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call('POST /api/admin/checkup'),
  });
  return (
    <Card
      title="Checkup"
      aside={
        <Button
          look="s sm"
          isBusy={isPending}
          onClick={() => mutate()}
          text={isPending ? 'Checking…' : 'Run the checkup'}
        />
      }
    >
      <p className="px-5 py-3 text-14 text-ink-2">
        The same as the command npm run doctor: the server really calls every service, language models included.
      </p>
      <div aria-live="polite">
        {error && <p className="px-5 py-3 loss">{errorMessage(error)}</p>}
        {data && (
          <ul className="divide-y divide-line border-t border-line">
            {data.findings.map(({ code, subject, state, text, detail, advice }) => (
              <li key={code} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-5 py-3">
                <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
                  <b className="text-ink-1">{subject}</b>
                  {`: ${text}${detail === null ? '' : ` (${detail})`}`}
                  {advice !== null && <p className="text-13 text-ink-3">{advice}</p>}
                </div>
                <span className={`chip ${tones[state]}`}>{words[state]}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
