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

/** In place of a page whose data is loading. */
export function PageLoader() {
  const { t } = usePhrases();
  return (
    <div className="state">
      <Loader label={t('common.loading')} />
    </div>
  );
}
