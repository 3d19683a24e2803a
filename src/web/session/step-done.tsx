import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { Button } from '../ui/button.tsx';
import { StateCard } from '../ui/feedback/state-card.tsx';
import { nextStep } from './next-step.ts';

interface StepDoneProps {
  readonly title: string;
  readonly text: (seconds: number) => string;
  readonly go: string;
  readonly user: User;
}

const seconds = 3;

/**
 * Shows that a step towards the first signal is done, then continues to the next one or to the
 * requested page: by itself after a moment, or at once by the button.
 */
export function StepDone({ title, text, go, user }: StepDoneProps) {
  const { lang } = usePhrases();
  const [query] = useSearchParams();
  const next = nextStep(user, lang, query.get('next'));
  const navigate = useNavigate();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === 0) return void navigate(next, { replace: true });
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, next, navigate]);
  return (
    <StateCard icon={Check} tone="win" title={title} actions={<Button look="p sm" to={next} replace text={go} />}>
      <p className="tabular-nums">{text(left)}</p>
    </StateCard>
  );
}
