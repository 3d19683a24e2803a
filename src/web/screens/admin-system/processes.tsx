import type { SystemState } from '#contract/admin/system.ts';
import { spanIn } from '#web/admin/admin-texts.ts';
import { TableScroll } from '#web/admin/table-cells.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';

/** Each process, and how far it is behind the market and the outbox of events. */
export function Processes({ system: { processes } }: { readonly system: SystemState }) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  const getSpan = (ms: number | null): string => (ms === null ? '—' : spanIn(phrases, ms));
  const formatBoardAge = (age: number | null): string => {
    if (age === null) return t('admin.system.noBoard');
    return age === 0 ? t('admin.system.ownBoard') : spanIn(phrases, age);
  };
  return (
    <Card className="overflow-hidden adm-processes" title={t('admin.system.processes')}>
      <TableScroll label={t('admin.system.processes')}>
        <DataTable
          rows={processes}
          getKey={({ name }) => name}
          hasRowNames
          columns={[
            [
              t('admin.system.process'),
              ({ name, isSelf, role, leader }) => (
                <>
                  <span className="flex flex-wrap items-center gap-2">
                    <span className="mono">{role}</span>
                    {leader?.leading && <span className="chip win">{t('admin.system.leads')}</span>}
                  </span>
                  <span className="block wrap-anywhere">{isSelf ? t('admin.system.thisProcess') : name}</span>
                </>
              ),
            ],
            [t('admin.system.term'), ({ leader }) => (leader ? f.count(leader.term) : '—'), 'r'],
            [t('admin.system.boardAge'), ({ boardAgeMs }) => formatBoardAge(boardAgeMs), 'r'],
            [t('admin.system.priceAge'), ({ priceAgeMs }) => getSpan(priceAgeMs), 'r'],
            [t('admin.system.streamLag'), ({ streamLagMs }) => getSpan(streamLagMs), 'r'],
          ]}
        />
      </TableScroll>
    </Card>
  );
}
