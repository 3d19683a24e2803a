import { Play, Scale } from 'lucide-react';
import { useState } from 'react';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import type { ChoiceRequest } from '../signal-request.ts';
import { savedLimits } from './automatic-limits.ts';
import { LimitPickers } from './limit-pickers.tsx';
import type { Automatic } from './use-automatic.ts';

interface StartDialogProps {
  readonly request: ChoiceRequest;
  readonly automatic: Automatic;
  readonly onClose: () => void;
}

/** Confirms the request and its limits before the run starts. */
export default function StartDialog({ request, automatic, onClose }: StartDialogProps) {
  const { t } = usePhrases();
  const [limits, setLimits] = useState(savedLimits);
  return (
    <ActionDialog
      title={t('automatic.dialog.title')}
      confirm={t('automatic.dialog.start')}
      icon={Play}
      cancel={t('automatic.dialog.keep')}
      act={() => automatic.start(request, limits)}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {t('automatic.dialog.text', {
          model: aiModelName(request.model),
          minutes: t('signal.minutes', { n: request.interval }),
        })}
      </p>
      <LimitPickers limits={limits} maxToday={null} onChange={setLimits} />
      <Caution />
    </ActionDialog>
  );
}

export function Caution() {
  const { t } = usePhrases();
  return (
    <Note icon={Scale} tone="warn">
      <b>{t('automatic.caution.title')}</b> {t('automatic.caution.text')}
    </Note>
  );
}
