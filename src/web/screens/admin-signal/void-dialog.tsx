import { useState } from 'react';
import type { SignalFile } from '#contract/admin/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { type VoidCause, voidCauses, voidReasonLength } from '#domain/signals/outcome.ts';
import { voidSignal } from '#web/api/calls/admin-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { RadioList } from '#web/admin/radio-list.tsx';

interface VoidDialogProps {
  readonly file: SignalFile;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A public cause, and an explanation for the audit log; only of a signal without an outcome. */
export function VoidDialog({ file, onDone, onClose }: VoidDialogProps) {
  const { t, f } = usePhrases();
  const [cause, setCause] = useState<VoidCause | null>(null);
  const [reason, setReason] = useState('');
  const isReady = cause !== null && reason.trim().length >= voidReasonLength.min;
  return (
    <ActionDialog
      variant="operator"
      title={t('admin.signals.void.title', { n: f.count(file.number) })}
      confirm={t('admin.signals.void.confirm')}
      cancel={t('admin.signals.void.keep')}
      isReady={isReady}
      act={async () => cause && voidSignal(file.id, { cause, reason: reason.trim() })}
      onDone={onDone}
      onClose={onClose}
    >
      <About file={file} />
      <RadioList
        legend={t('admin.signals.void.cause')}
        name="cause"
        options={voidCauses}
        chosen={cause}
        label={(one) => t(`admin.signals.void.causes.${one}`)}
        onChoose={setCause}
      />
      <Explanation value={reason} onChange={setReason} />
    </ActionDialog>
  );
}

function About({ file: { symbol, signal, duration, result } }: { file: SignalFile }) {
  const { t } = usePhrases();
  return (
    <p className="text-14 text-ink-3">
      {t('admin.signals.void.about', {
        pair: pairName(symbol),
        direction: t(signal === 'BUY' ? 'admin.signals.void.up' : 'admin.signals.void.down'),
        n: duration,
        result:
          result === null ? t('admin.signals.void.stillOpen') : t(`admin.signals.results.${result}`).toLowerCase(),
      })}
    </p>
  );
}

function Explanation({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = usePhrases();
  const { min, max } = voidReasonLength;
  return (
    <div className="field">
      <label htmlFor="void-reason">{t('admin.signals.void.reason')}</label>
      <textarea
        id="void-reason"
        className="inp-t area"
        rows={3}
        minLength={min}
        maxLength={max}
        required
        aria-describedby="void-hint"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="msg" id="void-hint">
        {t('admin.signals.void.hint', { min })}
      </div>
      {value.trim().length < min && (
        <div className="msg tabular-nums">{t('admin.signals.void.count', { n: value.trim().length, min })}</div>
      )}
    </div>
  );
}
