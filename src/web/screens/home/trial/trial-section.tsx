import { usePhrases } from '#web/language/use-phrases.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';

const Trial = lazyView(() => import('./trial.tsx'), <div className="sk trial-wait" aria-hidden="true" />);

interface TrialSectionProps {
  readonly isStarted: boolean;
  readonly onStart: () => void;
}

/** A trial without an account; loaded when it is started. */
export function TrialSection({ isStarted, onStart }: TrialSectionProps) {
  const { t } = usePhrases();
  return (
    <section className="sec" id="trial" aria-labelledby="trial-title">
      <div className="wrap">
        <div className="sec-h">
          <h2 className="h1" id="trial-title">
            {t('home.trial.title')}
          </h2>
          <p>{t('home.trial.text')}</p>
        </div>
        <div className={isStarted ? 'card p-card trial' : 'trial'}>
          {isStarted ? (
            <Trial />
          ) : (
            <button type="button" className="btn btn-p btn-lg phone:w-full" onClick={onStart}>
              {t('home.trial.start')}
            </button>
          )}
        </div>
      </div>
    </section>
  );
}
