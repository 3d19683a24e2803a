import { FlaskConical } from 'lucide-react';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { signIn } from '#web/session/session-store.ts';
import { useSiteSettings } from '#web/theme/site-settings.ts';
import { Button } from '#web/ui/button.tsx';

/**
 * Signs in as the demo account; nothing where the server has none. A demo page reserves its place
 * until the settings are loaded.
 */
export function DemoEntry({ onEntered }: { onEntered?: () => void }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const settings = useSiteSettings();
  const demoAccount = settings?.demoAccount ?? null;
  const { run, isBusy, error } = useAction(async (account: NonNullable<typeof demoAccount>) => {
    await signIn(account);
    onEntered?.();
  });
  if (demoAccount === null)
    return settings === undefined && <div className="demo-entry [html[data-demo]_&]:min-h-12" />;
  return (
    <section className="demo-entry" aria-label={t('common.demo.entry')}>
      <Button
        look="g block"
        className="h-auto whitespace-normal"
        isBusy={isBusy}
        onClick={() => void run(demoAccount)}
        icon={FlaskConical}
        text={t('common.demo.entry')}
      />
      <p className="text-14 loss" role="alert">
        {error !== null && errorText(error)}
      </p>
    </section>
  );
}
