import { CircleCheck, Circle, CircleDot } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';

const steps = ['account', 'mail', 'id', 'signals'] as const;

/** Progress towards the first signal; `now` is the current step. */
export function StepTrail({ now }: { now: (typeof steps)[number] }) {
  const { t } = usePhrases();
  const at = steps.indexOf(now);
  return (
    <ol className="trail text-14 phone:text-13" aria-label={t('enterId.steps.label')}>
      {steps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'now' : 'next';
        const Icon = state === 'done' ? CircleCheck : state === 'now' ? CircleDot : Circle;
        return (
          <li key={step} className={state} aria-current={state === 'now' ? 'step' : undefined}>
            <Icon className="ic" aria-hidden="true" />
            {t(`enterId.steps.${step}`)}
            {state === 'done' && <span className="sr-only">, {t('enterId.steps.done')}</span>}
          </li>
        );
      })}
    </ol>
  );
}
