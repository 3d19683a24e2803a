import { usePhrases } from '#web/language/use-phrases.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
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
          <button type="button" className="btn btn-p btn-lg phone:w-full" onClick={onStart}>
            {t('home.trial.start')}
          </button>
        )}
      </div>
    </Section>
  );
}
