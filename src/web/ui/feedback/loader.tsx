import { usePhrases } from '#web/language/use-phrases.ts';

const dot = 'size-2.75 rounded-[50%] bg-ink-1 animate-dot';

export function Loader({ label }: { label: string }) {
  return (
    <output className="loader inline-flex gap-2.5 items-center [.boot_&]:noscript:hidden" aria-label={label}>
      <i className={dot} />
      <i className={`${dot} [animation-delay:.12s]`} />
      <i className={`${dot} [animation-delay:.24s]`} />
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

/** Covers the page while the next one loads, after a delay (CSS `late`). */
export function LoadingOverlay({ label }: { label: string }) {
  return (
    <div className="loading fixed inset-0 z-(--z-overlay) grid place-items-center bg-[color-mix(in_srgb,var(--bg)_72%,transparent)] late">
      <Loader label={label} />
    </div>
  );
}
