import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, CircleOff, Stamp } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { SignalFile } from '#contract/admin/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { type VoidCause, voidCauses, voidReasonLength } from '#domain/signals/outcome.ts';
import { priceIn } from '#web/admin/admin-texts.ts';
import { Loaded } from '#web/admin/loaded.tsx';
import { RadioList } from '#web/admin/radio-list.tsx';
import { ResultChip } from '#web/admin/table-cells.tsx';
import { TextArea } from '#web/admin/text-area.tsx';
import { getSignalFile, voidSignal } from '#web/api/calls/admin-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { shortHash } from '#web/record/entry-proof.tsx';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/card.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PricesCard } from './prices-card.tsx';

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
        <ArrowLeft className="ic size-4" />
        {t('admin.signals.file.all')}
      </Link>
      <Loaded read={read}>{(file) => <FileView file={file} />}</Loaded>
    </>
  );
}

function FileView({ file }: { file: SignalFile }) {
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
      <PageHead
        title={t('admin.signals.file.title', { n })}
        lead={t('admin.signals.file.issued', { date: f.date(at), time: f.time(at) })}
      >
        {file.result === null && (
          <Button
            look="s sm"
            onClick={() => setIsDialogOpen(true)}
            icon={CircleOff}
            text={t('admin.signals.void.button')}
          />
        )}
      </PageHead>
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

/** Details of the signal besides its prices. */
function Facts({ file }: { file: SignalFile }) {
  const { t, f } = usePhrases();
  const { outcome } = file;
  return (
    <section className="card p-card">
      <dl className="dl">
        <Fact name={t('admin.signals.file.user')}>
          <span className="text-13 min-w-0 wrap-anywhere">{file.user.email}</span>
        </Fact>
        <Fact name={t('admin.signals.model')}>
          <ModelFlag model={file.aiModel} size="xs" />
          {aiModelName(file.aiModel)}
        </Fact>
        <Fact name={t('admin.signals.file.version')}>
          <span className="text-13 min-w-0 wrap-anywhere">{file.modelVersion}</span>
        </Fact>
        <Fact name={t('admin.signals.file.feed')}>{file.feed}</Fact>
        <Fact name={t('admin.signals.passability')}>{f.percent(file.passability / 100)}</Fact>
        <Fact name={t('admin.signals.entry')}>{priceIn(file.symbol, file.openPrice)}</Fact>
        <Fact name={t('admin.signals.close')}>{priceIn(file.symbol, file.closePrice)}</Fact>
        <Fact name={t('admin.signals.file.decided')}>
          {outcome?.closingTickAt ? f.time(Date.parse(outcome.closingTickAt)) : '—'}
        </Fact>
        <Fact name={t('admin.signals.result')}>
          <ResultChip result={file.result} />
        </Fact>
      </dl>
    </section>
  );
}

/** Its entry in the public record, which precedes the outcome; if voided, by whom and why. */
function Records({ file: { recordedAt, leafHash, voiding, outcome, voidReason } }: { file: SignalFile }) {
  const { t, f } = usePhrases();
  const timeParts = (at: string) => ({ date: f.date(Date.parse(at)), time: f.time(Date.parse(at)) });
  return (
    <>
      <Note icon={Stamp}>
        <b>{t('admin.signals.file.recorded', timeParts(recordedAt))}</b>
        <br />
        <span className="mono min-w-0 wrap-anywhere">{shortHash(leafHash)}</span>
      </Note>
      {voidReason !== null && (
        <Note icon={CircleOff} tone="warn">
          <b>
            {t('admin.signals.file.voided', {
              cause: voiding ? t(`admin.signals.void.causes.${voiding.cause}`) : t(`common.voidReason.${voidReason}`),
            })}
          </b>{' '}
          {voiding && (
            <span className="min-w-0 wrap-anywhere">
              {t('admin.signals.file.voidedBy', {
                by: voiding.by ?? t('admin.audit.gone'),
                reason: voiding.reason ?? '',
                ...timeParts(voiding.at),
              })}
            </span>
          )}{' '}
          {outcome && outcome.result !== 'void' && (
            <span>{t('admin.signals.file.outcomeKept', { result: t(`common.outcome.${outcome.result}`) })}</span>
          )}
        </Note>
      )}
    </>
  );
}

/** A public cause, and an explanation for the audit log; only of a signal without an outcome. */
export function VoidDialog({ file, onDone, onClose }: { file: SignalFile; onDone: () => void; onClose: () => void }) {
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
      <SignalSummary file={file} />
      <RadioList
        legend={t('admin.signals.void.cause')}
        name="cause"
        options={voidCauses}
        chosen={cause}
        label={(one) => t(`admin.signals.void.causes.${one}`)}
        onChoose={setCause}
      />
      <ExplanationField value={reason} onChange={setReason} />
    </ActionDialog>
  );
}

function SignalSummary({ file: { symbol, signal, duration, result } }: { file: SignalFile }) {
  const { t } = usePhrases();
  return (
    <p className="text-14 text-ink-3">
      {t('admin.signals.void.about', {
        pair: pairName(symbol),
        direction: t(signal === 'BUY' ? 'admin.signals.void.up' : 'admin.signals.void.down'),
        n: duration,
        result: result === null ? t('admin.signals.void.stillOpen') : t(`common.outcome.${result}`).toLowerCase(),
      })}
    </p>
  );
}

function ExplanationField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = usePhrases();
  const { min, max } = voidReasonLength;
  return (
    <TextArea
      label={t('admin.signals.void.reason')}
      hint={t('admin.signals.void.hint', { min })}
      rows={3}
      minLength={min}
      maxLength={max}
      required
      value={value}
      onChange={onChange}
    >
      {value.trim().length < min && (
        <div className="msg tabular-nums">{t('admin.signals.void.count', { n: value.trim().length, min })}</div>
      )}
    </TextArea>
  );
}
