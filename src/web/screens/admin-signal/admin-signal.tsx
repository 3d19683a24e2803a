import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, CircleOff } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { SignalFile } from '#contract/admin/signals.ts';
import { AdminHead } from '#web/admin/admin-head.tsx';
import { Loaded } from '#web/admin/loaded.tsx';
import { getSignalFile } from '#web/api/calls/admin-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { announce } from '#web/ui/feedback/announcer.ts';
import { Facts, Records } from './facts.tsx';
import { PricesCard } from './prices-card.tsx';
import { VoidDialog } from './void-dialog.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.signals.file.pageTitle')));

/**
 * One signal with its user, its prices and what decided it; can be voided here. The server writes
 * the access to the audit log.
 */
export default function AdminSignal() {
  const { t, lang } = usePhrases();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  // Every request is written to the audit log, so it is not repeated automatically.
  const read = useRead(['admin', 'signal', id], () => getSignalFile(id), {
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <>
      <Link className="flex items-center gap-2 text-14 text-ink-2 adm-up" to={paths.adminSignals(lang)}>
        <ArrowLeft className="ic size-4" aria-hidden="true" />
        {t('admin.signals.file.all')}
      </Link>
      <Loaded read={read}>{(file) => <File file={file} />}</Loaded>
    </>
  );
}

function File({ file }: { file: SignalFile }) {
  const { t, f } = usePhrases();
  const queries = useQueryClient();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const n = f.count(file.number);
  const at = Date.parse(file.time);
  const done = (): void => {
    setIsDialogOpen(false);
    announce(t('admin.signals.void.done', { n }));
    void queries.invalidateQueries({ queryKey: ['admin'] });
  };
  return (
    <>
      <AdminHead
        title={t('admin.signals.file.title', { n })}
        lead={t('admin.signals.file.issued', { date: f.date(at), time: f.time(at) })}
      >
        {file.result === null && (
          <button type="button" className="btn btn-s btn-sm" onClick={() => setIsDialogOpen(true)}>
            <CircleOff className="ic" aria-hidden="true" />
            {t('admin.signals.void.button')}
          </button>
        )}
      </AdminHead>
      <div className="adm-2">
        <PricesCard file={file} />
        <div className="flex flex-col gap-4">
          <Facts file={file} />
          <Records file={file} />
        </div>
      </div>
      {isDialogOpen && <VoidDialog file={file} onDone={done} onClose={() => setIsDialogOpen(false)} />}
    </>
  );
}
