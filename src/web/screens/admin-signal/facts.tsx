import { CircleOff, Stamp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SignalFile } from '#contract/admin/signals.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { OutcomeChip } from '#web/admin/table-cells.tsx';
import { priceIn } from '#web/admin/admin-texts.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { Note } from '#web/ui/feedback/note.tsx';

/** Details of the signal besides its prices. */
export function Facts({ file }: { file: SignalFile }) {
  const { t, f } = usePhrases();
  const { outcome } = file;
  const rows: readonly [string, ReactNode][] = [
    [
      t('admin.signals.file.user'),
      <span key="user" className="text-13 min-w-0 wrap-anywhere">
        {file.user.email}
      </span>,
    ],
    [t('admin.signals.model'), <Model key="model" file={file} />],
    [
      t('admin.signals.file.version'),
      <span key="version" className="text-13 min-w-0 wrap-anywhere">
        {file.modelVersion}
      </span>,
    ],
    [t('admin.signals.file.feed'), file.feed],
    [t('admin.signals.passability'), f.percent(file.passability / 100)],
    [t('admin.signals.entry'), priceIn(file.symbol, file.openPrice)],
    [t('admin.signals.close'), priceIn(file.symbol, file.closePrice)],
    [t('admin.signals.file.decided'), outcome?.closingTickAt ? f.time(Date.parse(outcome.closingTickAt)) : '—'],
    [t('admin.signals.result'), <OutcomeChip key="result" result={file.result} />],
  ];
  return (
    <section className="card p-card">
      <dl className="dl">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const Model = ({ file: { aiModel } }: { file: SignalFile }) => (
  <>
    <ModelFlag model={aiModel} size="xs" />
    {aiModelName(aiModel)}
  </>
);

/** Its entry in the public record, which precedes the outcome; if voided, by whom and why. */
export function Records({ file: { recordedAt, leafHash, voiding, outcome, voidReason } }: { file: SignalFile }) {
  const { t, f } = usePhrases();
  const timeParts = (at: string) => ({ date: f.date(Date.parse(at)), time: f.time(Date.parse(at)) });
  return (
    <>
      <Note icon={Stamp}>
        <b>{t('admin.signals.file.recorded', timeParts(recordedAt))}</b>
        <br />
        <span className="mono min-w-0 wrap-anywhere">{`${leafHash.slice(0, 8)}…${leafHash.slice(-4)}`}</span>
      </Note>
      {voidReason !== null && (
        <Note icon={CircleOff} tone="warn">
          <b>
            {t('admin.signals.file.voided', {
              cause: voiding
                ? t(`admin.signals.void.causes.${voiding.cause}`)
                : t(`admin.signals.reasons.${voidReason}`),
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
            <span>{t('admin.signals.file.outcomeKept', { result: t(`admin.signals.results.${outcome.result}`) })}</span>
          )}
        </Note>
      )}
    </>
  );
}
