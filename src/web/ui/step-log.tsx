import { Check, Circle, LoaderCircle, type LucideIcon } from 'lucide-react';

interface LogStep {
  readonly text: string;
  readonly state: 'done' | 'now' | 'waiting';
  readonly note?: string;
  readonly icon?: LucideIcon;
}

const icons = { done: Check, now: LoaderCircle, waiting: Circle };

const looks = { done: 'text-ink-2', now: 'text-ink-1 font-[560]', waiting: 'text-ink-3' };

/** Past, current and upcoming steps. */
export function StepLog({ steps }: { steps: readonly LogStep[] }) {
  return (
    <ol className="log grid">
      {steps.map(({ text, state, note, icon: Icon = icons[state] }) => (
        <li
          key={text}
          className={`grid grid-cols-[24px_1fr_auto] gap-3 items-center py-2.75 text-[15px] leading-[1.4] max-[481px]:grid-cols-[24px_minmax(0,1fr)] not-first:border-t not-first:border-line ${looks[state]}`}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <Icon className={`ic size-5 ${state === 'done' ? 'win' : state === 'now' ? 'animate-spin' : ''}`} />
          {text}
          {note && (
            <span className="text-[length:var(--fs-13)] font-normal text-ink-3 max-[481px]:col-[2] tabular-nums">
              {note}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
