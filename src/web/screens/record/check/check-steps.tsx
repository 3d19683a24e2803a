import { Check, Minus, X } from 'lucide-react';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { PhraseKey } from '#web/language/phrase-key.ts';
import type { Findings } from '#web/record/check/check-entry.ts';
import type { Violation } from '#web/record/check/leaves-around.ts';

/** `open`: the step could not be performed. */
type StepState = 'done' | 'wrong' | 'open';

interface Step {
  readonly state: StepState;
  readonly text: string;
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
            <Icon className={`ic shrink-0 ${tone}`} aria-hidden="true" />
            {text}
          </li>
        );
      })}
    </ul>
  );
}

type Comparison = readonly [StepState, Plain];
type Plain = Exclude<Extract<PhraseKey, `recordCheck.verify.steps.${string}`>, WithValues>;
type WithValues = `recordCheck.verify.steps.${'tree' | 'around' | 'moreWrong'}`;

const ofLeaf = (isTrue: boolean | null): Comparison => {
  if (isTrue === null) return ['open', 'recordCheck.verify.steps.leafShut'];
  return isTrue ? ['done', 'recordCheck.verify.steps.leaf'] : ['wrong', 'recordCheck.verify.steps.leafWrong'];
};

const ofSignature = (isSigned: boolean): Comparison =>
  isSigned ? ['done', 'recordCheck.verify.steps.signature'] : ['wrong', 'recordCheck.verify.steps.signatureWrong'];

const ofHistory: Record<Findings['continuity'], Comparison> = {
  first: ['done', 'recordCheck.verify.steps.first'],
  goes_on: ['done', 'recordCheck.verify.steps.goesOn'],
  rewritten: ['wrong', 'recordCheck.verify.steps.rewritten'],
  other_key: ['wrong', 'recordCheck.verify.steps.otherKey'],
  unknown: ['open', 'recordCheck.verify.steps.unknown'],
  unproven: ['wrong', 'recordCheck.verify.steps.unproven'],
};

function toComparisons({ isAnswer, isLeafTrue, followsFromPrices, isSigned, continuity }: Findings): Comparison[] {
  const outcome: Comparison[] =
    followsFromPrices === null
      ? []
      : [
          followsFromPrices
            ? ['done', 'recordCheck.verify.steps.outcome']
            : ['wrong', 'recordCheck.verify.steps.outcomeWrong'],
        ];
  return [
    ...(isAnswer ? [] : [['wrong', 'recordCheck.verify.steps.answerWrong'] satisfies Comparison]),
    ofLeaf(isLeafTrue),
    ...outcome,
    ofSignature(isSigned),
    ofHistory[continuity],
  ];
}

const ofTree = ({ isIncluded, size }: Findings, { t, f }: Phrases): Step =>
  isIncluded
    ? { state: 'done', text: t('recordCheck.verify.steps.tree', { size: f.count(size) }) }
    : { state: 'wrong', text: t('recordCheck.verify.steps.treeWrong') };

/** Of many violations only the first are named. */
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
