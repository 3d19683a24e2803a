import type { SystemState } from '#contract/admin/system.ts';
import { spanIn } from '#web/admin/spans.ts';
import { TableScroll } from '#web/admin/table-cells.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';

/** Each process, and how far it is behind the market and the outbox of events. */
export function Processes({ system: { processes } }: { readonly system: SystemState }) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  const getSpan = (ms: number | null): string => (ms === null ? '—' : spanIn(phrases, ms));
  const formatBoardAge = (age: number | null): string => {
    if (age === null) return t('admin.system.noBoard');
    return age === 0 ? t('admin.system.ownBoard') : spanIn(phrases, age);
  };
  const columns = ['term', 'boardAge', 'priceAge', 'streamLag'] as const;
  return (
    <section className="card overflow-hidden adm-processes">
      <div className="card-h">
        <h2 className="h3">{t('admin.system.processes')}</h2>
      </div>
      <TableScroll label={t('admin.system.processes')}>
        <thead>
          <tr>
            <th scope="col">{t('admin.system.process')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="r">
                {t(`admin.system.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {processes.map(({ name, isSelf, role, leader, boardAgeMs, priceAgeMs, streamLagMs }) => (
            <tr key={name}>
              <th scope="row">
                <span className="flex flex-wrap items-center gap-2">
                  <span className="mono">{role}</span>
                  {leader?.leading && <span className="chip win">{t('admin.system.leads')}</span>}
                </span>
                <span className="block wrap-anywhere">{isSelf ? t('admin.system.thisProcess') : name}</span>
              </th>
              <td className="r">{leader ? f.count(leader.term) : '—'}</td>
              <td className="r">{formatBoardAge(boardAgeMs)}</td>
              <td className="r">{getSpan(priceAgeMs)}</td>
              <td className="r">{getSpan(streamLagMs)}</td>
            </tr>
          ))}
        </tbody>
      </TableScroll>
    </section>
  );
}
