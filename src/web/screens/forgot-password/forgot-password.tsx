import { useState } from 'react';
import { pageTitle } from '#web/language/page-title.ts';
import { useCarried } from '#web/session/carried.ts';
import { useRobotCheck } from '#web/robot-check/use-robot-check.ts';
import { RequestMailForm } from './request-mail-form.tsx';
import { MailSent, type Sent } from './mail-sent.tsx';

export const meta = pageTitle(
  ({ t }) => t('auth.forgot.pageTitle'),
  ({ t }) => t('auth.forgot.description'),
);

/** Shows the same text whether or not the address has an account. */
export default function ForgotPassword() {
  const { email = '' } = useCarried();
  const [sent, setSent] = useState<Sent | null>(null);
  const [first, setFirst] = useState<string | null>(null);
  const robot = useRobotCheck();
  if (!sent) return <RequestMailForm email={first ?? email} robot={robot} onSent={setSent} />;
  const back = (): void => {
    setFirst(sent.email);
    setSent(null);
  };
  return <MailSent sent={sent} robot={robot} onSent={setSent} onBack={back} />;
}
