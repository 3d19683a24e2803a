import { Check, Circle, LoaderCircle } from 'lucide-react';

interface LogStep {
  readonly text: string;
  readonly state: 'done' | 'now' | 'waiting';
  readonly note?: string;
}

const icons = { done: Check, now: LoaderCircle, waiting: Circle };

/** Past, current and upcoming steps. */
export function StepLog({ steps }: { steps: readonly LogStep[] }) {
  return (
    <ol className="log">
      {steps.map(({ text, state, note }) => {
        const Icon = icons[state];
        return (
          <li key={text} className={state} aria-current={state === 'now' ? 'step' : undefined}>
            <Icon className={state === 'done' ? 'ic win' : state === 'now' ? 'ic spin' : 'ic'} />
            {text}
            {note && <span className="tm">{note}</span>}
          </li>
        );
      })}
    </ol>
  );
}
