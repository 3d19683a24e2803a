import type { Activated } from '#contract/accounts.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ChoosePassword } from '#web/session/choose-password.tsx';
import { signIn } from '#web/session/session-store.ts';

interface FirstPasswordProps {
  readonly activated: Activated;
  readonly onSaved: () => void;
  /** Called when the link for the password has expired. */
  readonly onError: () => void;
}

/** In a browser that was not signed in to the account: its reader chooses the password, and is signed in. */
export function FirstPassword({ activated: { email = '', resetLink = '' }, onSaved, onError }: FirstPasswordProps) {
  const { t } = usePhrases();
  const enter = async (password: string): Promise<void> => {
    // Whatever keeps it from succeeding, the user can sign in on the next page.
    await signIn({ email, password }).catch(() => undefined);
    onSaved();
  };
  return (
    <ChoosePassword
      title={t('auth.activated.passwordTitle')}
      lead={t('auth.activated.passwordLead', { email })}
      link={resetLink}
      onSaved={enter}
      onError={onError}
    />
  );
}
