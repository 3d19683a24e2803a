import { Check, Minus, X } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { PhraseKey } from '#web/language/phrase-key.ts';
import type { Findings } from '#web/record/check-entry.ts';

/** `open`: the step could not be performed. */
type StepState = 'done' | 'wrong' | 'open';

/** Each step on its own: what was compared, and the result. */
export function CheckSteps({ findings }: { findings: Findings }) {
  const { t, f } = usePhrases();
  return (
    <ul className="ver-steps text-14">
      {stepsOf(findings).map(([state, phrase]) => {
        const Icon = { done: Check, wrong: X, open: Minus }[state];
        const tone = { done: 'win', wrong: 'loss', open: 'text-ink-3' }[state];
        return (
          <li key={phrase} className="flex items-center gap-2">
            <Icon className={`ic ${tone}`} aria-hidden="true" />
            {phrase === 'record.verify.steps.tree' ? t(phrase, { size: f.count(findings.size) }) : t(phrase)}
          </li>
        );
      })}
    </ul>
  );
}

type Step = readonly [StepState, StepPhrase];
type StepPhrase = Extract<PhraseKey, `record.verify.steps.${string}`>;

const ofLeaf = (isTrue: boolean | null): Step => {
  if (isTrue === null) return ['open', 'record.verify.steps.leafShut'];
  return isTrue ? ['done', 'record.verify.steps.leaf'] : ['wrong', 'record.verify.steps.leafWrong'];
};

const ofSignature: Record<Findings['signature'], Step> = {
  valid: ['done', 'record.verify.steps.signature'],
  invalid: ['wrong', 'record.verify.steps.signatureWrong'],
  unsupported: ['open', 'record.verify.steps.signatureSkipped'],
};

const ofHistory: Record<Findings['continuity'], Step> = {
  first: ['done', 'record.verify.steps.first'],
  goes_on: ['done', 'record.verify.steps.goesOn'],
  rewritten: ['wrong', 'record.verify.steps.rewritten'],
  other_key: ['wrong', 'record.verify.steps.otherKey'],
  unknown: ['open', 'record.verify.steps.unknown'],
};

function stepsOf({ isAnswer, isLeafTrue, followsFromPrices, isIncluded, signature, continuity }: Findings): Step[] {
  const outcome: Step[] =
    followsFromPrices === null
      ? []
      : [followsFromPrices ? ['done', 'record.verify.steps.outcome'] : ['wrong', 'record.verify.steps.outcomeWrong']];
  return [
    ...(isAnswer ? [] : [['wrong', 'record.verify.steps.answerWrong'] satisfies Step]),
    ofLeaf(isLeafTrue),
    ...outcome,
    isIncluded ? ['done', 'record.verify.steps.tree'] : ['wrong', 'record.verify.steps.treeWrong'],
    ofSignature[signature],
    ofHistory[continuity],
  ];
}
