import type { SystemState } from '#contract/admin/system.ts';
import { spanIn } from '#web/admin/admin-texts.ts';
import { TableScroll } from '#web/admin/table-cells.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card } from '#web/ui/card.tsx';
import { TableHead } from '#web/ui/table-head.tsx';

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
    <Card className="overflow-hidden adm-processes" title={t('admin.system.processes')}>
      <TableScroll label={t('admin.system.processes')}>
        <TableHead left={[t('admin.system.process')]} right={columns.map((column) => t(`admin.system.${column}`))} />
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
    </Card>
  );
}
