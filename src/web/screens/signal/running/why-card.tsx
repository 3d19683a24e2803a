import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Analytics, Signal } from '#contract/signals.ts';
import { isLlmModelKey } from '#domain/signals/llm-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ContributionRow, isNoticeable } from './contribution-row.tsx';
import { ideaSentence } from './idea-sentence.ts';
import { groupByIdea } from './ideas.ts';

const WhyNumbers = lazy(() => import('./why-numbers.tsx').then((module) => ({ default: module.WhyNumbers })));

/**
 * What the model read and how it weighed it, as a few ideas in plain words; the numbers are one
 * press away. A language model's own reasons are shown as it stated them.
 */
export function WhyCard({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const { contributions, text } = signal.analytics;
  if (contributions.length === 0) return null;
  const isUp = signal.signal === 'BUY';
  const rows = groupByIdea(contributions);
  const scale = Math.max(0.1, ...rows.map(({ effect }) => Math.abs(effect)));
  return (
    <section className="card overflow-hidden" data-tour="analytics">
      <div className="card-h">
        <h2 className="h3">{t(isUp ? 'signal.why.up' : 'signal.why.down')}</h2>
      </div>
      <div className="p-card pt-4">
        <div className="contrib ideas">
          {rows.map(({ idea, effect, strongest }) => (
            <ContributionRow
              key={idea}
              name={t(`ideas.title.${idea}`)}
              note={t(`ideas.expects.${expectationFrom(effect)}`, {
                seen: ideaSentence(strongest.feature, strongest.value, { t, f }),
              })}
              effect={effect}
              side={signal.signal}
              scale={scale}
            />
          ))}
          <div className="sum">
            <span>{t('signal.why.sum')}</span>
            <span className="ct text-ink-1">
              {t(isUp ? 'signal.why.sumUp' : 'signal.why.sumDown', { percent: f.percent(signal.passability / 100, 1) })}
            </span>
          </div>
        </div>
        {isLlmModelKey(signal.aiModel) && <p className="text-14 text-ink-2 mt-4">{text}</p>}
        <Numbers contributions={contributions} side={signal.signal} />
      </div>
    </section>
  );
}

/** What the model expects of an idea with this effect on P(up). */
function expectationFrom(effect: number): 'rise' | 'fall' | 'nothing' {
  if (!isNoticeable(effect)) return 'nothing';
  return effect > 0 ? 'rise' : 'fall';
}

interface NumbersProps extends Pick<Analytics, 'contributions'> {
  readonly side: Signal['signal'];
}

function Numbers({ contributions, side }: NumbersProps) {
  const { t, f } = usePhrases();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn btn-g btn-sm mt-3 -ml-3.5"
        aria-expanded={isOpen}
        aria-controls="why-numbers"
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronDown className={isOpen ? 'ic rotate-180' : 'ic'} aria-hidden="true" />
        {t('ideas.numbers', { n: f.count(contributions.length) })}
      </button>
      <div id="why-numbers">
        {isOpen && (
          <Suspense fallback={null}>
            <WhyNumbers contributions={contributions} side={side} />
          </Suspense>
        )}
      </div>
    </>
  );
}
