import { usePhrases } from '#web/language/use-phrases.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';

const Trial = lazyView(() => import('./trial.tsx'), <div className="sk trial-wait" aria-hidden="true" />);

/** A trial without an account; loaded when it is started. */
export function TrialSection({ isStarted, onStart }: { isStarted: boolean; onStart: () => void }) {
  const { t } = usePhrases();
  return (
    <Section id="trial" title={t('home.trial.title')} titleId="trial-title" lead={t('home.trial.text')}>
      <div className={isStarted ? 'card p-card trial' : 'trial'}>
        {isStarted ? (
          <Trial />
        ) : (
          <Button look="p lg" className="phone:w-full" onClick={onStart} text={t('home.trial.start')} />
        )}
      </div>
    </Section>
  );
}
