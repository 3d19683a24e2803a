import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { nextStep } from '#web/session/next-step.ts';
import { Button } from '#web/ui/button.tsx';
import { StateCard } from '#web/ui/feedback/state-card.tsx';

const seconds = 3;

/**
 * Shown after confirmation: continues to the signals or to the requested page, automatically after
 * a moment or at once by the button.
 */
export function Confirmed({ user }: { user: User }) {
  const { t, lang } = usePhrases();
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
    <StateCard
      icon={Check}
      tone="win"
      title={t('enterId.confirmed.title')}
      actions={<Button look="p sm" to={next} replace text={t('enterId.confirmed.go')} />}
    >
      <p className="tabular-nums">{t('enterId.confirmed.text', { seconds: left })}</p>
    </StateCard>
  );
}
