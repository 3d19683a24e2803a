import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProofState } from '#domain/record/proof-state.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import type { PhraseKey } from '#web/language/phrase-key.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { Findings } from '#web/record/check/check-entry.ts';
import type { Violation } from '#web/record/check/leaves-around.ts';
import { parseGapLeaf, type RecordedLeaf } from '#web/record/check/leaf-rules.ts';
import { parseSignalLeaf } from '#web/record/check/signal-leaf.ts';
import { Forecast, ModelName, ResultChip } from '#web/record/entry-parts.tsx';
import { ProofIcon } from '#web/record/entry-proof.tsx';

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

const timeText = ({ at }: RecordedLeaf, f: Phrases['f']): string =>
  `${f.date(Date.parse(at))} ${f.time(Date.parse(at))}`;

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

function HashRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="hashrow">
      <span className="k">{name}</span>
      <span className="v">{children}</span>
    </div>
  );
}

/** Each step on its own: what was compared, and the result. */
export function CheckSteps({ findings }: { findings: Findings }) {
  const phrases = usePhrases();
  const compared = toComparisons(findings).map(([state, phrase]) => ({ state, text: phrases.t(phrase) }));
  return (
    <ul className="ver-steps text-14">
      {[...compared, ofTree(findings, phrases), ...stepsAround(findings, phrases)].map(({ state, text }) => {
        const Icon = { done: Check, wrong: X, open: Minus }[state];
        const tone = { done: 'win', wrong: 'loss', open: 'text-ink-3' }[state];
        return (
          <li key={text} className="flex items-center gap-2">
            <Icon className={`ic shrink-0 ${tone}`} />
            {text}
          </li>
        );
      })}
    </ul>
  );
}

/** `open`: the step could not be performed. */
type StepState = 'done' | 'wrong' | 'open';

type WithValues = `recordCheck.verify.steps.${'tree' | 'around' | 'moreWrong'}`;

type Plain = Exclude<Extract<PhraseKey, `recordCheck.verify.steps.${string}`>, WithValues>;

type Comparison = readonly [StepState, Plain];

const ofHistory: Record<Findings['continuity'], Comparison> = {
  first: ['done', 'recordCheck.verify.steps.first'],
  goes_on: ['done', 'recordCheck.verify.steps.goesOn'],
  rewritten: ['wrong', 'recordCheck.verify.steps.rewritten'],
  other_key: ['wrong', 'recordCheck.verify.steps.otherKey'],
  unknown: ['open', 'recordCheck.verify.steps.unknown'],
  unproven: ['wrong', 'recordCheck.verify.steps.unproven'],
};

function toComparisons({ isAnswer, isLeafTrue, followsFromPrices, isSigned, continuity }: Findings): Comparison[] {
  return [
    ...(isAnswer ? [] : [['wrong', 'recordCheck.verify.steps.answerWrong'] satisfies Comparison]),
    isLeafTrue === null ? ['open', 'recordCheck.verify.steps.leafShut'] : judged('leaf', isLeafTrue),
    ...(followsFromPrices === null ? [] : [judged('outcome', followsFromPrices)]),
    judged('signature', isSigned),
    ofHistory[continuity],
  ];
}

const judged = (step: 'leaf' | 'outcome' | 'signature', isTrue: boolean): Comparison =>
  isTrue ? ['done', `recordCheck.verify.steps.${step}`] : ['wrong', `recordCheck.verify.steps.${step}Wrong`];

interface Step {
  readonly state: StepState;
  readonly text: string;
}

const ofTree = ({ isIncluded, size }: Findings, { t, f }: Phrases): Step =>
  isIncluded
    ? { state: 'done', text: t('recordCheck.verify.steps.tree', { size: f.count(size) }) }
    : { state: 'wrong', text: t('recordCheck.verify.steps.treeWrong') };

/** Names only the first of many violations. */
const maxNamed = 3;

function stepsAround({ around: { count, violations } }: Findings, phrases: Phrases): Step[] {
  const { t, f } = phrases;
  if (violations.length === 0)
    return [{ state: 'done', text: t('recordCheck.verify.steps.around', { count, number: f.count(count) }) }];
  const named = violations.slice(0, maxNamed).map((one) => violationText(one, phrases));
  const more = violations.length - maxNamed;
  return [...named, ...(more > 0 ? [t('recordCheck.verify.steps.moreWrong', { number: f.count(more) })] : [])].map(
    (text) => ({ state: 'wrong', text }),
  );
}

function violationText(violation: Violation, { t, f }: Phrases): string {
  const number = f.count(violation.index);
  if (violation.kind !== 'minutes_missing') return t(`recordCheck.verify.missing.${violation.kind}`, { number });
  const [from, to] = [f.clock(violation.from), f.clock(violation.to)];
  return t('recordCheck.verify.missing.minutes_missing', { number, from, to });
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
