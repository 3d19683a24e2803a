import { useQueryClient } from '@tanstack/react-query';
import { usePhrases } from '#web/language/use-phrases.ts';
import { LoadError } from '#web/ui/load-error.tsx';

export function LoadingFailed({ error }: { error: Error }) {
  const { t } = usePhrases();
  const queries = useQueryClient();
  return (
    <section className="card centred">
      <LoadError title={t('common.error.title')} error={error} onAgain={() => void queries.invalidateQueries()} />
    </section>
  );
}
