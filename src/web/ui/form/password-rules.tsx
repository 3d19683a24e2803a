import { Check, Circle } from 'lucide-react';
import { isCommonPassword, passwordRules, unmetPasswordRules } from '#domain/accounts/password.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

/**
 * The rules of the specification, each ticked as soon as it is met, and a warning about common
 * passwords.
 */
export function PasswordRules({ password }: { password: string }) {
  const { t } = usePhrases();
  const unmet = unmetPasswordRules(password);
  const isGuessed = unmet.length === 0 && isCommonPassword(password);
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
