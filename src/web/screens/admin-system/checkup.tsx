import { useState } from 'react';
import { type Checkup as CheckupAnswer, type Finding, findingKinds, hasAdvice } from '#contract/admin/checkup.ts';
import { runCheckup } from '#web/api/calls/admin-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorMessage } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Calls every partner once an administrator asks for it, and says what is missing. */
export function Checkup() {
  const { t } = usePhrases();
  const errorMessage = useErrorMessage();
  const [checkup, setCheckup] = useState<CheckupAnswer | null>(null);
  const start = useAction(async () => setCheckup(await runCheckup()));
  return (
    <Card
      className="adm-above"
      title={t('admin.checkup.title')}
      aside={
        <Button action={start} look="s sm" text={t(start.isBusy ? 'admin.checkup.running' : 'admin.checkup.run')} />
      }
    >
      <p className="px-5 py-3 text-14 text-ink-2">{t('admin.checkup.lead')}</p>
      <div aria-live="polite">
        {start.error !== null && <p className="px-5 py-3 loss">{errorMessage(start.error)}</p>}
        {checkup && (
          <ul className="divide-y divide-line border-t border-line">
            {checkup.findings.map((finding) => (
              <FindingRow key={finding.code} finding={finding} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

const tones = { ok: 'win', warning: 'warn', failure: 'loss', absent: '' } as const;

function FindingRow({ finding: { code, detail } }: { readonly finding: Finding }) {
  const { t } = usePhrases();
  const [subject, state] = findingKinds[code];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-5 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere">
          <b className="text-ink-1">{t(`admin.checkup.subjects.${subject}`)}</b>
          {`: ${t(`admin.checkup.texts.${code}`)}`}
          {detail !== null && ` (${detail})`}
        </p>
        {hasAdvice(code) && <p className="text-13 text-ink-3 wrap-anywhere">{t(`admin.checkup.advice.${code}`)}</p>}
      </div>
      <span className={`chip ${tones[state]}`}>{t(`admin.checkup.states.${state}`)}</span>
    </li>
  );
}
