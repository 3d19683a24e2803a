import { FlaskConical } from 'lucide-react';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { signIn } from '#web/session/session-store.ts';
import { useSiteSettings } from '#web/theme/use-site-settings.ts';

/** Signs in as the demo account; nothing where the server has none. */
export function DemoEntry() {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const demoAccount = useSiteSettings()?.demoAccount ?? null;
  const { run, isBusy, error } = useAction(signIn);
  if (demoAccount === null) return null;
  return (
    <section className="flex flex-col gap-2" aria-label={t('auth.login.demo')}>
      <button
        type="button"
        className="btn btn-s btn-block h-auto whitespace-normal"
        aria-busy={isBusy}
        aria-disabled={isBusy}
        onClick={() => void run(demoAccount)}
      >
        <FlaskConical className="ic" aria-hidden="true" />
        {t('auth.login.demo')}
      </button>
      <p className="text-13 text-ink-3">{t('auth.login.demoNote')}</p>
      <p className="text-14 loss" role="alert">
        {error !== null && errorText(error)}
      </p>
    </section>
  );
}
