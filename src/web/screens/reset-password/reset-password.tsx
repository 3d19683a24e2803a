import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { carry } from '#web/session/carried.ts';
import { takeResetEmail } from '#web/session/reset-email.ts';
import { currentSession, endSession } from '#web/session/session-store.ts';
import { ChoosePassword } from './choose-password.tsx';
import { LinkInvalid } from './link-invalid.tsx';
import { useResetLink } from './reset-link.ts';

export const meta = unlisted(
  pageTitle(
    ({ t }) => t('auth.reset.pageTitle'),
    ({ t }) => t('auth.reset.description'),
  ),
);

/**
 * Sets a new password through the link of a mail; afterwards every device, including this one, has
 * to sign in again.
 */
export default function ResetPassword() {
  const { lang } = usePhrases();
  const link = useResetLink();
  const navigate = useNavigate();
  const [refused, setRejected] = useState<string | null>(null);
  const goOn = (): void => {
    const session = currentSession();
    if (session.kind === 'in') endSession();
    const email = takeResetEmail() ?? (session.kind === 'in' ? session.user.email : undefined);
    void navigate(paths.login(lang), { replace: true, ...carry({ notice: 'passwordChanged', email }) });
  };
  if (link === null || (link !== undefined && link === refused)) return <LinkInvalid />;
  return <ChoosePassword link={link ?? ''} onSaved={goOn} onError={() => setRejected(link ?? null)} />;
}
