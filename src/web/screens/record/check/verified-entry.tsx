import type { ReactNode } from 'react';
import type { ProofState } from '#domain/record/proof-state.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { Findings } from '#web/record/check/check-entry.ts';
import { parseClosingLeaf, parseGapLeaf, type RecordedLeaf } from '#web/record/check/recorded-leaf.ts';
import { CheckSteps } from './check-steps.tsx';
import { Forecast, ModelName, ResultChip } from '#web/record/entry-parts.tsx';
import { ProofIcon } from '#web/record/proof-icon.tsx';
import { parseSignalLeaf } from '#web/record/check/signal-leaf.ts';

interface VerifiedEntryProps {
  readonly findings: Findings;
  /** Number of witnesses required for a proof; null: not loaded yet. */
  readonly quorum: number | null;
}

/** The content of the entry, and what was compared to verify it. */
export function VerifiedEntry({ findings, quorum }: VerifiedEntryProps) {
  const { t, f } = usePhrases();
  const [issued, ...ends] = findings.entry.leaves;
  if (!issued) return null;
  const ended = ends.at(-1);
  const stated = parseSignalLeaf(issued.leaf);
  const gap = parseGapLeaf(issued.leaf);
  const closing = parseClosingLeaf(issued.leaf);
  return (
    <>
      {gap && (
        <HashRow name={t('recordCheck.verify.gap')}>
          {t('recordCheck.verify.gapText', {
            from: `${f.date(gap.from)} ${f.clock(gap.from)}`,
            to: f.date(gap.from) === f.date(gap.to) ? f.clock(gap.to) : `${f.date(gap.to)} ${f.clock(gap.to)}`,
            reason: t(`recordCheck.gapReason.${gap.reason}`),
          })}
        </HashRow>
      )}
      {closing && (
        <HashRow name={t('recordCheck.verify.closing')}>
          {t('recordCheck.verify.closingText', {
            contest: closing.contest,
            day: f.date(closing.closedAt),
            time: f.time(closing.closedAt),
            entries: f.count(closing.entries),
          })}
        </HashRow>
      )}
      {stated && (
        <HashRow name={t('recordCheck.verify.forecast')}>
          <span className="flex items-center flex-wrap gap-2">
            <b>{stated.pair}</b> <Forecast stated={stated} />
          </span>
        </HashRow>
      )}
      {stated?.model && (
        <HashRow name={t('recordCheck.verify.model')}>
          <ModelName model={stated.model} />
        </HashRow>
      )}
      <HashRow name={t('recordCheck.verify.recorded')}>
        <span className="tabular-nums">{`${t('record.list.number')} ${f.count(issued.index)}, ${timeText(issued, f)}`}</span>
      </HashRow>
      {findings.entry.proof !== null && quorum !== null && (
        <HashRow name={t('record.facts.witnesses')}>
          <Proof state={findings.entry.proof} quorum={quorum} />
        </HashRow>
      )}
      {stated && (
        <HashRow name={t('recordCheck.verify.result')}>
          <span className="flex items-center flex-wrap gap-2 tabular-nums">
            <ResultChip leaf={ended?.leaf} />
            {ended && `${t('record.list.number')} ${f.count(ended.index)}, ${timeText(ended, f)}`}
          </span>
        </HashRow>
      )}
      {ended && stated && <Prices leaf={ended} digits={stated.digits} />}
      <HashRow name={t('recordCheck.verify.hash')}>
        <span className="mono">{issued.leafHash}</span>
      </HashRow>
      {ends.map((end) => (
        <HashRow key={end.index} name={t('recordCheck.verify.resultHash')}>
          <span className="mono">{end.leafHash}</span>
        </HashRow>
      ))}
      <CheckSteps findings={findings} />
      {findings.entry.leaves.map((leaf) => leaf.leaf && <LeafText key={leaf.index} leaf={leaf} />)}
    </>
  );
}

function Proof({ state, quorum }: { state: ProofState; quorum: number }) {
  const { t } = usePhrases();
  if (quorum === 0) return t('common.proof.meaning.noQuorum');
  return (
    <span className="flex gap-2">
      <ProofIcon state={state} />
      <span>
        <b>{t(`common.proof.${state}`)}.</b> {t(`common.proof.meaning.${state}`)}
      </span>
    </span>
  );
}

function HashRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="hashrow">
      <span className="k">{name}</span>
      <span className="v">{children}</span>
    </div>
  );
}

function Prices({ leaf: { leaf }, digits }: { leaf: RecordedLeaf; digits: number }) {
  const { t } = usePhrases();
  const [open, close] = [leaf?.['openPrice'], leaf?.['closePrice']];
  if (typeof open !== 'number' || typeof close !== 'number') return null;
  return (
    <HashRow name={t('recordCheck.verify.prices')}>
      <span className="tabular-nums">
        {open.toFixed(digits)} → {close.toFixed(digits)}
      </span>
    </HashRow>
  );
}

/** The object whose canonical text was hashed, so that anyone can hash it again. */
function LeafText({ leaf }: { leaf: RecordedLeaf }) {
  const { t, f } = usePhrases();
  return (
    <details className="ver-leaf">
      <summary>
        {t('recordCheck.verify.otherLeaf', { number: f.count(leaf.index) })}: {t('recordCheck.verify.leaf')}
      </summary>
      <pre className="mono">{JSON.stringify(leaf.leaf, null, 1)}</pre>
    </details>
  );
}

const timeText = ({ at }: RecordedLeaf, f: ReturnType<typeof usePhrases>['f']): string =>
  `${f.date(Date.parse(at))} ${f.time(Date.parse(at))}`;
