import type { AdminModel } from '#contract/admin/models.ts';
import { usePhrases } from '../language/use-phrases.ts';

const width = 120;
const [min, max] = [0.35, 0.75];
const x = (share: number): number => ((Math.min(max, Math.max(min, share)) - min) / (max - min)) * width;

/** Win rate with its interval against break-even, as a line and in words. */
export function WinInterval({ figures: { winRate, low, high, breakEven } }: { figures: AdminModel['live'] }) {
  const { t, f } = usePhrases();
  if (winRate === null || low === null || high === null) {
    return <span className="text-13 text-ink-3">{t('admin.models.tooFew')}</span>;
  }
  const tone = low > breakEven ? 'win' : high < breakEven ? 'loss' : 'equal';
  const words = t('admin.models.interval', {
    rate: f.percent(winRate, 1),
    low: f.decimal(low * 100, 1),
    high: f.percent(high, 1),
    breakEven: f.percent(breakEven, 1),
  });
  return (
    <svg className="adm-ci" viewBox={`0 0 ${width} 20`} width={width} height="20" role="img" aria-label={words}>
      <title>{words}</title>
      <path d={`M0 10H${width}`} stroke="var(--line-2)" strokeWidth="2" />
      <path d={`M${x(low)} 10H${x(high)}`} stroke={`var(--${tone})`} strokeWidth="7" opacity=".55" />
      <path d={`M${x(winRate)} 3v14`} stroke={`var(--${tone})`} strokeWidth="3" />
      <path d={`M${x(breakEven)} 0v20`} stroke="var(--t1)" strokeWidth="1.5" strokeDasharray="2 2.5" />
    </svg>
  );
}
