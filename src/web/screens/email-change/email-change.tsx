import { useLocation, useSearchParams } from 'react-router';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ConfirmChange } from './confirm-change.tsx';
import { Message } from './message.tsx';
import { UndoChange } from './undo-change.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('auth.emailChange.pageTitle')));

/**
 * Target of the links in the mails about a change of address. Each asks first, because scanners open
 * links.
 */
export default function EmailChange() {
  const { t } = usePhrases();
  const { hash } = useLocation();
  const [query] = useSearchParams();
  const link = query.get('link');
  const undo = new URLSearchParams(hash.slice(1)).get('undo');
  if (undo) return <UndoChange link={undo} />;
  if (link) return <ConfirmChange link={link} />;
  return <Message title={t('auth.emailChange.invalidTitle')} text={t('auth.emailChange.invalid')} />;
}
