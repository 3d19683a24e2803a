import type { AdminModel } from '#contract/admin/models.ts';
import { calibratedFrom, isLlmModelKey } from '#domain/signals/llm-model.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { edgeVerdict, verdictTone } from '../record/interval-bar.tsx';
import { silentShare } from '../record/model-figures.ts';
import { TableOrCards } from '../ui/data-table.tsx';
import { ModelFlag } from '../ui/model-flag.tsx';
import { modelReasonIn } from './admin-texts.ts';

/** One row per model: availability, results, and how often it abstains. */
export function ModelRows({ models }: { readonly models: readonly AdminModel[] }) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  return (
    <TableOrCards
      className="tbl hist"
      rows={models}
      getKey={({ key }) => key}
      columns={[
        [t('admin.models.model'), (model) => <ModelName model={model} />],
        [t('admin.models.status'), (model) => <StatusChip model={model} />],
        [t('admin.models.count'), ({ live }) => f.count(live.total), 'r'],
        [
          t('admin.models.winRate'),
          (model) =>
            model.available ? (
              <WinInterval figures={model.live} />
            ) : (
              <span className="text-13 text-ink-3">{modelReasonIn(phrases, model.reason)}</span>
            ),
          'cell-text',
        ],
        [
          <abbr key="error" title={t('admin.models.errorNote')}>
            {t('admin.models.error')}
          </abbr>,
          (model) => <MeanError model={model} />,
          'r',
        ],
        [
          <abbr key="silent" title={t('admin.models.silentNote')}>
            {t('admin.models.silent')}
          </abbr>,
          (model) => <Silence model={model} />,
          'r',
        ],
      ]}
      card={(model) => <ModelCard model={model} />}
    />
  );
}

const width = 120;

const [min, max] = [0.35, 0.75];
const x = (share: number): number => ((Math.min(max, Math.max(min, share)) - min) / (max - min)) * width;

/** Win rate with its interval against break-even, as a line and in words. */
function WinInterval({ figures: { winRate, low, high, breakEven } }: { figures: AdminModel['live'] }) {
  const { t, f } = usePhrases();
  if (winRate === null || low === null || high === null) {
    return <span className="text-13 text-ink-3">{t('admin.models.tooFew')}</span>;
  }
  const tone = verdictTone[edgeVerdict({ low, high }, breakEven)];
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

function ModelCard({ model }: { model: AdminModel }) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  return (
    <>
      <ModelName model={model} />
      <StatusChip model={model} />
      <span className="text-13 text-ink-3 tabular-nums">
        {t('admin.models.count')} {f.count(model.live.total)}, {t('admin.models.error').toLowerCase()}{' '}
        <MeanError model={model} />
      </span>
      <span className="text-13 text-ink-3 tabular-nums">
        {t('admin.models.silent').toLowerCase()} <Silence model={model} />
      </span>
      {!model.available && <span className="text-13 text-ink-3">{modelReasonIn(phrases, model.reason)}</span>}
    </>
  );
}

const ModelName = ({ model: { key, name } }: { model: AdminModel }) => (
  <span className="flex items-center gap-2 text-ink-1 font-semibold">
    <ModelFlag model={key} size="s" />
    {name}
  </span>
);

const tones = { works: 'win', away: '', flagged: 'warn', young: 'warn' } as const;

function StatusChip({ model }: { model: AdminModel }) {
  const { t } = usePhrases();
  const status = getStatus(model);
  return <span className={`chip ${tones[status]}`}>{t(`admin.models.${status}`)}</span>;
}

/**
 * `young`: a model without a card that its own record does not calibrate yet (the contract requires
 * 200 outcomes).
 */
type ModelStatus = 'works' | 'away' | 'flagged' | 'young';

function getStatus({ available, key, live }: AdminModel): ModelStatus {
  if (!available) return 'away';
  if (live.flagged) return 'flagged';
  return isLlmModelKey(key) && live.total < calibratedFrom ? 'young' : 'works';
}

function MeanError({ model: { live } }: { model: AdminModel }) {
  const { t, f } = usePhrases();
  const error = meanError(live.reliability);
  return error === null ? '—' : t('admin.models.points', { n: f.decimal(error * 100, 1) });
}

/**
 * Mean difference between stated and actual win rate over all signals, from 0 to 1. Null: none was
 * decided.
 */
function meanError(reliability: AdminModel['live']['reliability']): number | null {
  const count = reliability.reduce((sum, step) => sum + step.count, 0);
  if (count === 0) return null;
  return reliability.reduce((sum, step) => sum + step.count * Math.abs(step.stated - step.real), 0) / count;
}

function Silence({ model: { abstainedShare } }: { model: AdminModel }) {
  const { f } = usePhrases();
  return abstainedShare === null ? '—' : silentShare(f, abstainedShare);
}
