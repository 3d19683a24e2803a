import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { AccountPage } from './account-page.tsx';
import { Appearance } from './appearance.tsx';
import { Help } from './help.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.pages.appearance')));

/** How the product looks, its tour and its keys. */
export default function AccountAppearance() {
  return (
    <AccountPage>
      {() => (
        <>
          <Appearance />
          <Help />
        </>
      )}
    </AccountPage>
  );
}
