import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Tagged } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { FieldMessage } from '#web/ui/form/field-message.tsx';

/** Age, risk and terms in one box, not ticked by default. */
export function TermsField({ input, error }: { input: ComponentProps<'input'>; error: string | undefined }) {
  const { t, lang } = usePhrases();
  const toPage = (path: string) => (text: string) => (
    <a className="link" href={path} target="_blank" rel="noreferrer">
      {text}
      <span className="sr-only"> ({t('auth.register.newTab')})</span>
    </a>
  );
  return (
    <div className="field">
      <label className="check">
        <input {...input} type="checkbox" />
        <span className="cb" aria-hidden="true">
          <Check className="ic" />
        </span>
        <span>
          <Tagged text={t('auth.register.terms')} a={toPage(paths.terms(lang))} b={toPage(paths.privacyPolicy(lang))} />
        </span>
      </label>
      <FieldMessage id={`${input.id}-message`} text={error} />
    </div>
  );
}
