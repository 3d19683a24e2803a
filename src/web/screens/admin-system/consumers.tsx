import type { SystemState } from '#contract/admin/system.ts';
import { spanIn } from '#web/admin/spans.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

/** What waits in the database to be taken by a process, and how long the oldest has waited. */
export function Consumers({ system: { consumers } }: { readonly system: SystemState }) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  return (
    <section className="card overflow-hidden adm-consumers">
      <div className="card-h">
        <h2 className="h3">{t('admin.system.consumers')}</h2>
      </div>
      {consumers === null ? (
        <p className="p-card loss">{t('admin.system.noAnswer')}</p>
      ) : (
        <table className="tbl tabular-nums">
          <thead>
            <tr>
              <th scope="col">{t('admin.system.consumer')}</th>
              <th scope="col" className="r">
                {t('admin.system.waiting')}
              </th>
              <th scope="col" className="r">
                {t('admin.system.lag')}
              </th>
            </tr>
          </thead>
          <tbody>
            {consumers.map(({ name, waiting, lagMs }) => (
              <tr key={name}>
                <th scope="row">{t(`admin.system.consumerNames.${name}`)}</th>
                <td className="r">{f.count(waiting)}</td>
                <td className="r">{waiting === 0 ? '—' : spanIn(phrases, lagMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
