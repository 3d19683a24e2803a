import { ChevronRight, Lightbulb, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Language } from '#domain/language.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { type LazyPart, lazyPart, partNow } from '#web/routing/lazy-part.ts';
import { prefersReducedMotion } from '#web/theme/appearance.ts';

const changeEveryMs = 9_000;

/** One chunk per language, lazy-loaded where tips are shown. */
const tips: Record<Language, LazyPart<{ readonly tradingTips: readonly string[] }>> = {
  uk: lazyPart(() => import('#content/trading-tips/uk.ts')),
  en: lazyPart(() => import('#content/trading-tips/en.ts')),
  ru: lazyPart(() => import('#content/trading-tips/ru.ts')),
};

/** Cycles through twenty tips; paused initially with reduced motion. */
export default function TipCard() {
  const { t, lang } = usePhrases();
  // Both may suspend, so no hook may follow (lazy-part.ts).
  const label = t('common.tips.label');
  return <Tips label={label} tradingTips={partNow(tips[lang]).tradingTips} />;
}

function Tips({ label, tradingTips }: { label: string; tradingTips: readonly string[] }) {
  const { t } = usePhrases();
  const [index, setIndex] = useState(() => Math.floor(Math.random() * tradingTips.length));
  const [isPaused, setIsPaused] = useState(prefersReducedMotion);
  const next = (): void => setIndex((now) => (now + 1) % tradingTips.length);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setInterval(() => setIndex((now) => (now + 1) % tradingTips.length), changeEveryMs);
    return () => clearInterval(timer);
  }, [isPaused, tradingTips.length]);
  const Icon = isPaused ? Play : Pause;
  return (
    <section className="card p-4 grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 gap-y-1 items-start" aria-label={label}>
      <Lightbulb className="ic mt-0.5 text-ink-3" />
      {/* As tall as the longest, so that nothing below it moves. */}
      <p className="min-h-[7.5em] text-[15px] leading-[1.5]">{tradingTips[index]}</p>
      <div className="flex items-center gap-3 justify-between col-[2]">
        <span className="text-13 text-ink-3 tabular-nums">
          {t('common.tips.progress', { n: index + 1, count: tradingTips.length })}
        </span>
        <span className="flex items-center gap-3">
          <button
            type="button"
            className="ibtn bare size-9"
            aria-label={t(isPaused ? 'common.tips.play' : 'common.tips.pause')}
            onClick={() => setIsPaused(!isPaused)}
          >
            <Icon className="ic" />
          </button>
          <button type="button" className="ibtn bare size-9" aria-label={t('common.tips.next')} onClick={next}>
            <ChevronRight className="ic" />
          </button>
        </span>
      </div>
    </section>
  );
}
