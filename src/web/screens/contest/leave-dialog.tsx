import { contestPaths } from '#contract/paths.ts';
import { sendRequest } from '#web/api/request.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';

export default function LeaveDialog({ onLeft, onClose }: { onLeft: () => void; onClose: () => void }) {
  const { t } = usePhrases();
  const done = (): void => {
    onClose();
    onLeft();
  };
  return (
    <ActionDialog
      variant="cautious"
      title={t('contest.leave.title')}
      cancel={t('contest.leave.stay')}
      confirm={t('contest.leave.confirm')}
      act={() => sendRequest(contestPaths.leave, { method: 'POST' })}
      onDone={done}
      onClose={onClose}
    >
      <p>{t('contest.leave.text')}</p>
      <p>{t('contest.leave.back')}</p>
    </ActionDialog>
  );
}
