import { ModelRows } from '#web/admin/model-table.tsx';
import { useModels } from '#web/admin/use-product-state.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { ModelCard } from './model-card.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.models.title')));

const everyMs = 30_000;

/** Every model: availability, the figures of its card and the actual ones. */
export default function AdminModels() {
  const { t, f } = usePhrases();
  const { data: models, error, again } = useModels(everyMs);
  const breakEven = models?.[0]?.live.breakEven;
  return (
    <>
      <div className="ph">
        <div className="col g1">
          <h1 className="h2">{t('admin.models.title')}</h1>
          <p className="s14 t3">
            {breakEven !== undefined && t('admin.models.lead', { breakEven: f.percent(breakEven, 1) })}
          </p>
        </div>
      </div>
      {!models && error && <LoadError title={t('admin.list.failed')} error={error} onAgain={again} />}
      {!models && !error && <div className="sk adm-sk" aria-hidden="true" />}
      {models && (
        <div className="col g4">
          <section className="card overflow-hidden" aria-label={t('admin.models.state')}>
            <ModelRows models={models} />
          </section>
          <section className="card overflow-hidden">
            <div className="card-h">
              <h2 className="h3">{t('admin.models.details')}</h2>
            </div>
            {models.map((model) => (
              <ModelCard key={model.key} model={model} />
            ))}
          </section>
        </div>
      )}
    </>
  );
}
