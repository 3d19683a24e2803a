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

/** Replaces a page while its data loads; after ten seconds (CSS `slow`) says that it is slow. */
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
 * Covers the whole page while the next one loads; shown only after a delay (CSS `late`).
 */
export function LoadingOverlay({ label }: { label: string }) {
  return (
    <div className="loading late">
      <Loader label={label} />
    </div>
  );
}
