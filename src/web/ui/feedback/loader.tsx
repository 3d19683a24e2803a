import { usePhrases } from '#web/language/use-phrases.ts';

/** Three dots while a page loads. */
export function Loader({ label }: { label: string }) {
  return (
    <output className="loader" aria-label={label}>
      <i />
      <i />
      <i />
    </output>
  );
}

/** In place of a page whose data is loading; after ten seconds (CSS `slow`) it says that it takes long. */
export function PageLoader() {
  const { t } = usePhrases();
  return (
    <div className="state">
      <Loader label={t('common.loading')} />
      <p className="slow">{t('common.slow')}</p>
    </div>
  );
}

/**
 * Covers the whole page while the next one loads; visible only when that takes longer than a blink
 * (CSS `late`).
 */
export function LoadingOverlay({ label }: { label: string }) {
  return (
    <div className="loading late">
      <Loader label={label} />
    </div>
  );
}
