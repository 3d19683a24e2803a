import { Download } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { closeAround, Dialog } from '#web/ui/dialog.tsx';
import { saveFile } from '#web/ui/save-file.ts';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onClose: () => void;
}

/** The only time that the codes are shown. */
export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const { t } = usePhrases();
  const save = (): void => {
    const text = [t('secondFactor.codes.file'), email, '', ...codes, ''].join('\n');
    saveFile(new Blob([text], { type: 'text/plain' }), 'kurs-recovery-codes.txt');
  };
  return (
    <Dialog
      title={<h2 className="h3">{t('secondFactor.codes.title')}</h2>}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <p className="text-14 text-ink-3">{t('secondFactor.codes.text')}</p>
      <ul className="grid grid-cols-2 phone:grid-cols-1 gap-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-14 text-ink-1">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex items-center flex-wrap gap-3">
        <button type="button" className="btn btn-p" onClick={save}>
          <Download className="ic" aria-hidden="true" />
          {t('secondFactor.codes.save')}
        </button>
        <button type="button" className="btn btn-s" onClick={closeAround}>
          {t('secondFactor.codes.done')}
        </button>
      </div>
    </Dialog>
  );
}
