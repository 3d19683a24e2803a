import { TriangleAlert } from 'lucide-react';
import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { modelPhrase } from './model-phrases.ts';
import { ModelResults } from './model-results.tsx';

/** What the model is, its results, the meaning of its percentage, and the risk. */
export function ModelInfo({ model, onClose }: { model: AiModelKey; onClose: () => void }) {
  const { t } = usePhrases();
  const name = modelPhrase[model];
  return (
    <Dialog
      closeLabel={t('common.close')}
      onClose={onClose}
      title={
        <>
          <ModelFlag model={model} />
          <span className="flex flex-col">
            <span className="dialog-title">{aiModelName(model)}</span>
            <span className="text-14 text-ink-3">{t(`signal.models.${name}.short`)}</span>
          </span>
        </>
      }
    >
      <p>{t(`signal.models.${name}.long`)}</p>
      <ModelResults model={model} />
      <div className="flex flex-col gap-2">
        <h3 className="h4">{t('signal.about.meaning')}</h3>
        <p className="text-14">{t('signal.about.meaningText')}</p>
      </div>
      <Note icon={TriangleAlert} tone="warn">
        <b>{t('signal.about.riskTitle')}</b> {t('signal.about.riskText')}
      </Note>
      <form method="dialog">
        <button type="submit" className="btn btn-p btn-block">
          {t('common.understood')}
        </button>
      </form>
    </Dialog>
  );
}
