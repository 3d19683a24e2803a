import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { AccountPage } from './account-page.tsx';
import { ChangeEmail } from './change-email.tsx';
import { OwnData } from './own-data.tsx';
import { PasswordByMail } from './password-by-mail.tsx';
import { PersonalInformation } from './personal-information.tsx';
import { SecondFactorSection } from './second-factor/second-factor-section.tsx';
import { SessionList } from './session-list.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.pageTitle')));

/** Who the user is, how the account is protected, and its data. */
export default function Account() {
  const { t } = usePhrases();
  return (
    <AccountPage>
      {(user) => (
        <>
          <PersonalInformation user={user} />
          <section className="card" aria-labelledby="security">
            <div className="card-h">
              <h2 className="h3" id="security">
                {t('account.security')}
              </h2>
            </div>
            <PasswordByMail email={user.email} />
            {user.isActivated && <ChangeEmail user={user} />}
            <SecondFactorSection email={user.email} />
            <SessionList />
          </section>
          <OwnData email={user.email} />
        </>
      )}
    </AccountPage>
  );
}
