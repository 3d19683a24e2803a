import { Link, useSearchParams } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { carry } from '#web/session/carried.ts';

/**
 * The account already exists: links to sign in or reset the password, with the address filled in.
 */
export function EmailTaken({ email }: { email: string }) {
  const { t, lang } = usePhrases();
  const [query] = useSearchParams();
  const next = query.get('next') ?? undefined;
  return (
    <>
      <b>{t('auth.register.taken')}</b>
      <span className="flex items-center flex-wrap gap-4">
        <Link className="link" to={paths.login(lang, next)} {...carry({ email })}>
          {t('auth.register.signIn')}
        </Link>
        <Link className="link" to={paths.forgotPassword(lang, next)} {...carry({ email })}>
          {t('auth.register.takenReset')}
        </Link>
      </span>
    </>
  );
}
