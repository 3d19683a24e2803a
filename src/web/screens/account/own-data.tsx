import { Download } from 'lucide-react';
import { useState } from 'react';
import { getOwnData } from '#web/api/calls/account-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { saveFile } from '#web/ui/save-file.ts';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

/** Export and deletion of the data stored about the user. */
export function OwnData({ email }: { email: string }) {
  const { t } = usePhrases();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <section className="card" aria-labelledby="own-data">
      <div className="card-h">
        <h2 className="h3" id="own-data">
          {t('account.data.title')}
        </h2>
      </div>
      <Export />
      <div className="account-row flex items-center flex-wrap justify-between gap-4">
        <div className="flex flex-col gap-1 account-words">
          <h3 className="h4">{t('account.data.delete')}</h3>
          <span className="text-14 text-ink-3">{t('account.data.deleteText')}</span>
        </div>
        <button type="button" className="btn btn-s btn-sm" onClick={() => setIsLeaving(true)}>
          {t('account.data.open')}
        </button>
      </div>
      {isLeaving && <DeleteDialog email={email} onClose={() => setIsLeaving(false)} />}
    </section>
  );
}

function Export() {
  const { t } = usePhrases();
  const [isSaved, setIsSaved] = useState(false);
  const { run, isBusy } = useAction(async () => {
    setIsSaved(false);
    const day = new Date(serverClock.now()).toISOString().slice(0, 10);
    saveFile(await getOwnData(), `kurs-data-${day}.json`);
    setIsSaved(true);
  }, useErrorToast());
  return (
    <div className="p-card flex items-center flex-wrap justify-between gap-4">
      <div className="flex flex-col gap-1 account-words">
        <h3 className="h4">{t('account.data.export')}</h3>
        <span className="text-14 text-ink-3">{t('account.data.exportText')}</span>
        <output className="text-14 text-ink-3">{isSaved && t('account.data.saved')}</output>
      </div>
      <button
        type="button"
        className="btn btn-s btn-sm"
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => void run()}
      >
        <Download className="ic" aria-hidden="true" />
        {t('account.data.save')}
      </button>
    </div>
  );
}
