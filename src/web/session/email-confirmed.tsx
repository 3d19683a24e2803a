import type { User } from '#contract/accounts.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { StepDone } from './step-done.tsx';

export function EmailConfirmed({ user }: { user: User }) {
  const { t } = usePhrases();
  return (
    <StepDone
      title={t('auth.activated.title')}
      text={(left) => t('auth.activated.onward', { seconds: left })}
      go={t('auth.activated.next')}
      user={user}
    />
  );
}
