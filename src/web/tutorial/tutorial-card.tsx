import type { PhraseKey } from '../language/phrase-key.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { Spotlight } from './spotlight.tsx';
import { firstStepOnSignalPage, type StepName, stepAt, type TourName, tours } from './tours.ts';
import type { Tutorial } from './tutorial.ts';
import type { TutorialState } from './tutorial-machine.ts';

interface TutorialCardProps {
  readonly state: Extract<TutorialState, { kind: 'showing' | 'leaving' }>;
  readonly send: Tutorial['send'];
}

/** One step: its text, the progress, and buttons for next, back and close. */
export function TutorialCard({ state: { kind, tour, step }, send }: TutorialCardProps) {
  const { t } = usePhrases();
  const name = stepAt(tour, step);
  if (!name) return null;
  const [title, text] = words(tour, name);
  const isLast = step === tours[tour].length - 1;
  return (
    <Spotlight
      step={name}
      title={t(title)}
      text={t(text)}
      closeLabel={t(tour === 'main' ? 'tutorial.close' : 'common.close')}
      onClose={() => send({ kind: 'end', how: 'closed' })}
    >
      <div className="foot">
        {tours[tour].length > 1 && <Progress step={step} steps={tours[tour].length} />}
        {step > firstStepOnSignalPage(tour) && (
          <button type="button" className="btn btn-g btn-sm" onClick={() => send({ kind: 'back' })}>
            {t('tutorial.back')}
          </button>
        )}
        <button
          type="button"
          className="btn btn-p btn-sm"
          aria-busy={kind === 'leaving'}
          onClick={() => send(isLast ? { kind: 'end', how: 'finished' } : { kind: 'next' })}
        >
          {t(onwardWord(tour, step, isLast))}
        </button>
      </div>
      {!isLast && (
        <button type="button" className="tut-skip" onClick={() => send({ kind: 'end', how: 'skipped' })}>
          {t(tour === 'main' ? 'tutorial.skip' : 'tutorial.skipExplanation')}
        </button>
      )}
    </Spotlight>
  );
}

type Onward = 'tutorial.gotIt' | 'tutorial.finish' | 'tutorial.start' | 'tutorial.next';

function onwardWord(tour: TourName, step: number, isLast: boolean): Onward {
  if (tour === 'manual') return 'tutorial.gotIt';
  if (isLast) return 'tutorial.finish';
  return tour === 'main' && step === 0 ? 'tutorial.start' : 'tutorial.next';
}

function Progress({ step, steps }: { step: number; steps: number }) {
  const { t } = usePhrases();
  return (
    <span className="place">
      <span className="dots" aria-hidden="true">
        {Array.from({ length: steps }, (_, index) => (
          <i key={`dot-${index + 1}`} className={index === step ? 'on' : ''} />
        ))}
      </span>
      <span className="text-13 text-ink-3 tabular-nums">{t('tutorial.place', { step: step + 1, steps })}</span>
    </span>
  );
}

type Title = Extract<PhraseKey, `tutorial.${TourName}.${string}.title`>;
type Text = Extract<PhraseKey, `tutorial.${TourName}.${string}.text`>;

/** The phrases of a step, by tour and name. */
function words(tour: TourName, step: StepName): [Title, Text] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a step is written only in the tour it belongs to
  return [`tutorial.${tour}.${step}.title` as Title, `tutorial.${tour}.${step}.text` as Text];
}
