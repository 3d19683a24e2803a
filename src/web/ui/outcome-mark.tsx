import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Outcome, VoidReason } from '#domain/signals/outcome.ts';
import { Chip } from '#web/ui/chip.tsx';
import { usePhrases } from '../language/use-phrases.ts';

export type OutcomeShape = 'win' | 'loss' | 'equal' | 'void';

/** Circle, square, diamond, dash: outcomes differ in shape as well as in colour. */
export function OutcomeMark({ shape, className }: { shape: OutcomeShape; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      {drawings[shape]}
    </svg>
  );
}

const drawings = {
  win: (
    <>
      <circle cx="8" cy="8" r="7" fill="var(--win)" />
      <path
        d="m4.8 8.3 2.2 2.2 4.3-4.8"
        fill="none"
        stroke="var(--s1)"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  loss: (
    <>
      <rect x="1.4" y="1.4" width="13.2" height="13.2" rx="2.6" fill="var(--loss)" />
      <path d="m5.3 5.3 5.4 5.4m0-5.4-5.4 5.4" stroke="var(--s1)" strokeWidth="1.9" strokeLinecap="round" />
    </>
  ),
  equal: (
    <>
      <rect x="2.9" y="2.9" width="10.2" height="10.2" rx="1.6" transform="rotate(45 8 8)" fill="var(--equal)" />
      <path d="M5.6 6.8h4.8M5.6 9.3h4.8" stroke="var(--s1)" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
  void: (
    <>
      <circle cx="8" cy="8" r="6.4" fill="none" stroke="var(--t3)" strokeWidth="1.5" strokeDasharray="2.4 2" />
      <path d="M5 8h6" stroke="var(--t3)" strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
} as const;

/** The shape that stands for each outcome; its colour follows from it. */
export const outcomeStyle: Record<Outcome, OutcomeShape> = {
  successful: 'win',
  unsuccessful: 'loss',
  neutral: 'equal',
  void: 'void',
};

/** An outcome as a shape, a colour and a word. */
export function OutcomeChip({ result }: { result: Outcome }) {
  const { t } = usePhrases();
  return (
    <span className={`chip ${outcomeStyle[result]}`}>
      <OutcomeMark shape={outcomeStyle[result]} />
      {t(`common.outcome.${result}`)}
    </span>
  );
}

/** The state of a signal that has no outcome yet. */
export const OpenChip = ({ children }: { children: ReactNode }) => <Chip icon={Hourglass} text={children} />;

/** Short reason why a signal is void. */
export function VoidNote({ reason }: { reason: VoidReason | null | undefined }) {
  const { t } = usePhrases();
  return reason ? <span className="text-13 text-ink-3">{t(`common.voidReason.${reason}`)}</span> : null;
}
