import { AdminHead } from '#web/admin/admin-head.tsx';
import { Loaded } from '#web/admin/loaded.tsx';
import { ModelRows } from '#web/admin/model-table.tsx';
import { useModels } from '#web/admin/use-product-state.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ModelCard } from './model-card.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.models.title')));

const everyMs = 30_000;

/** Every model: availability, the figures of its card and the actual ones. */
export default function AdminModels() {
  const { t, f } = usePhrases();
  const models = useModels(everyMs);
  const breakEven = models.data?.[0]?.live.breakEven;
  return (
    <>
      <AdminHead
        title={t('admin.models.title')}
        lead={breakEven !== undefined && t('admin.models.lead', { breakEven: f.percent(breakEven, 1) })}
      />
      <Loaded read={models}>
        {(known) => (
          <div className="flex flex-col gap-4">
            <section className="card overflow-hidden" aria-label={t('admin.models.state')}>
              <ModelRows models={known} />
            </section>
            <section className="card overflow-hidden">
              <div className="card-h">
                <h2 className="h3">{t('admin.models.details')}</h2>
              </div>
              {known.map((model) => (
                <ModelCard key={model.key} model={model} />
              ))}
            </section>
          </div>
        )}
      </Loaded>
    </>
  );
}
