import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { AccountPage } from './account-page.tsx';
import { Connections } from './connections/connections.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.pages.connections')));

export default function AccountConnections() {
  return <AccountPage>{({ id }) => <Connections userId={id} />}</AccountPage>;
}
