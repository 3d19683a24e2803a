import { Check, Circle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isCommonPassword } from '#domain/accounts/password-list.ts';
import { passwordRules, unmetPasswordRules } from '#domain/accounts/password.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { loadCommonPasswords } from './load-common-passwords.ts';

/**
 * The rules of the specification, each ticked as soon as it is met, and a warning about common
 * passwords.
 */
export function PasswordRules({ password }: { password: string }) {
  const { t } = usePhrases();
  const unmet = unmetPasswordRules(password);
  const isGuessed = useIsCommon(unmet.length === 0 ? password : null);
  return (
    <>
      <ul className="reqs" aria-label={t('auth.rules.title')}>
        {passwordRules.map((rule) => {
          const isMet = !unmet.includes(rule);
          const Icon = isMet ? Check : Circle;
          return (
            <li key={rule} className={isMet ? 'ok' : undefined}>
              <Icon className="ic" aria-hidden="true" />
              <span>
                {t(`auth.rules.${rule}`)}
                <span className="sr-only">: {isMet ? t('auth.rules.met') : t('auth.rules.unmet')}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <output className="msg warn">{isGuessed && t('auth.form.passwordCommon')}</output>
    </>
  );
}

/** The list is loaded with the first password that meets the rules; without it nothing is pointed out. */
function useIsCommon(password: string | null): boolean {
  const [filter, setFilter] = useState<Uint8Array | null>(null);
  const isNeeded = password !== null && filter === null;
  useEffect(() => {
    if (isNeeded) loadCommonPasswords().then(setFilter, () => undefined);
  }, [isNeeded]);
  return password !== null && filter !== null && isCommonPassword(password, filter);
}
