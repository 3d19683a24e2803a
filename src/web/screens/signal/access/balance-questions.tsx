import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Dialog } from '#web/ui/dialog.tsx';

/** Frequent questions about a low balance, each answered in a dialog. */
export function BalanceQuestions({ min }: { min: string }) {
  const { t } = usePhrases();
  const questions = [
    { title: t('signal.balanceLow.whyTitle', { min }), text: t('signal.balanceLow.whyText') },
    { title: t('signal.balanceLow.lateTitle'), text: t('signal.balanceLow.lateText') },
    { title: t('signal.balanceLow.bonusTitle'), text: t('signal.balanceLow.bonusText') },
  ];
  const [open, setOpen] = useState<(typeof questions)[number] | null>(null);
  return (
    <div className="flex flex-col gap-2">
      {questions.map((question) => (
        <button
          key={question.title}
          type="button"
          className="card faq-row"
          aria-haspopup="dialog"
          onClick={() => setOpen(question)}
        >
          {question.title}
          <ChevronRight className="ic" aria-hidden="true" />
        </button>
      ))}
      {open && (
        <Dialog
          title={<h2 className="h3">{open.title}</h2>}
          closeLabel={t('common.close')}
          onClose={() => setOpen(null)}
        >
          <p>{open.text}</p>
        </Dialog>
      )}
    </div>
  );
}
