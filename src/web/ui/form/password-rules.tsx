import { brand } from 'virtual:brand';
import { Check, Circle, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  estimatePasswordStrength,
  passwordRules,
  type PasswordStrength,
  passwordStrengths,
  unmetPasswordRules,
  isCommonPassword,
} from '#domain/accounts/password.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

interface PasswordRulesProps {
  readonly password: string;
  /** The field has an error, which the unmet rules explain. */
  readonly isRefused: boolean;
}

/** Each rule is ticked as soon as it is met; warns about common passwords. */
export function PasswordRules({ password, isRefused }: PasswordRulesProps) {
  const { t } = usePhrases();
  const unmet = unmetPasswordRules(password);
  const isGuessed = useIsCommon(unmet.length === 0 ? password : null);
  const saysError = isRefused && password !== '' && unmet.length > 0;
  return (
    <>
      {password !== '' && <Strength strength={estimatePasswordStrength(password, isGuessed)} />}
      <ul
        className={`grid grid-cols-[1fr_1fr] gap-x-4 gap-y-1.5 text-[.8125rem]/[1.4] max-[380px]:grid-cols-[1fr] ${saysError ? 'says-error' : ''}`}
        aria-label={t('auth.rules.title')}
      >
        {passwordRules.map((rule) => {
          const isMet = !unmet.includes(rule);
          const Icon = isMet ? Check : saysError ? X : Circle;
          return (
            <li
              key={rule}
              className={`flex items-start gap-[7px] ${isMet ? 'text-ink-2' : saysError ? 'text-loss' : 'text-ink-3'}`}
            >
              <Icon className={`ic mt-px size-4 ${isMet ? 'text-win' : ''}`} />
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

/** Loads the list once a password meets the rules; if that fails, there is no warning. */
function useIsCommon(password: string | null): boolean {
  const [filter, setFilter] = useState<Uint8Array | null>(null);
  const isNeeded = password !== null && filter === null;
  useEffect(() => {
    if (isNeeded) loadCommonPasswords().then(setFilter, () => undefined);
  }, [isNeeded]);
  return password !== null && filter !== null && isCommonPassword(password, filter, brand.slug);
}

let loading: Promise<Uint8Array> | undefined;

/** Loaded once, and again after an error. The password is compared locally and never sent. */
function loadCommonPasswords(): Promise<Uint8Array> {
  loading ??= fetchFilter().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchFilter(): Promise<Uint8Array> {
  const answer = await fetch(new URL('./common-passwords.bin', import.meta.url).href);
  if (!answer.ok) throw new Error(`the list of common passwords was answered with ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const filledColor: Readonly<Record<PasswordStrength, string>> = { weak: 'bg-loss', fair: 'bg-warn', strong: 'bg-win' };

function Strength({ strength }: { strength: PasswordStrength }) {
  const { t } = usePhrases();
  const filled = passwordStrengths.indexOf(strength);
  return (
    <p className="flex items-center gap-2.5 text-[.8125rem] text-ink-2">
      <span className="grid grid-cols-[repeat(3,28px)] gap-1" aria-hidden="true">
        {passwordStrengths.map((one, index) => (
          <i key={one} className={`h-1 rounded-full ${index <= filled ? filledColor[strength] : 'bg-(--line-2)'}`} />
        ))}
      </span>
      {t('auth.strength.label', { strength: t(`auth.strength.${strength}`) })}
    </p>
  );
}
