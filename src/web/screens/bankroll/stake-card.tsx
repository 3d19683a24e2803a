import { survivedLosses } from '#domain/signals/ruin.ts';
import { stakeRule } from '#domain/signals/stake-rule.ts';
import { roundToCents } from '#web/language/formats.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/card.tsx';
import type { Funds } from './ruin-curves.ts';
import type { ShareChoice } from './use-share.ts';

interface StakeCardProps {
  readonly funds: Funds;
  readonly share: ShareChoice;
  readonly stake: number;
  readonly longestLosses: number | undefined;
}

const range = { min: 0.5, max: 10, step: 0.5 } as const;

/** The stake by the rule, a slider to deviate from it, and the losing run it survives. */
export function StakeCard({ funds, share, stake, longestLosses }: StakeCardProps) {
  const { t, f } = usePhrases();
  const percent = percentText(share.share, f.percent);
  const isRule = share.share === stakeRule.share;
  const left = longestLosses ? funds.balance - longestLosses * stake : null;
  const afterText = (rest: number): string =>
    rest < funds.minBalance ? t('bankroll.stake.afterNothing') : f.usd(roundToCents(rest));
  const longestText = (losses: number): string =>
    losses === 0 ? t('bankroll.stake.noneLost') : t('bankroll.stake.inARow', { n: losses });
  const where = (value: number): string => `${((value - range.min) / (range.max - range.min)) * 100}%`;
  // Rows without a figure yet stay in their place.
  const facts: readonly (readonly [string, string])[] = [
    [t('bankroll.stake.survives'), t('bankroll.stake.inARow', { n: survivedLosses({ ...funds, stake }) })],
    [t('bankroll.stake.longest'), longestLosses === undefined ? '—' : longestText(longestLosses)],
    [t('bankroll.stake.after'), left === null ? '—' : afterText(left)],
    [t('bankroll.stake.brokerLeast'), f.usd(stakeRule.minStake)],
  ];
  return (
    <section className="card" aria-labelledby="stake-title">
      <div className="stk">
        <div className="p-card flex flex-col gap-4">
          <h2 id="stake-title" className="lab">
            {t(isRule ? 'bankroll.stake.rule' : 'bankroll.stake.title', { share: percent })}
          </h2>
          <div className="stk-sum">
            <output htmlFor="stake-share" className={share.share > stakeRule.share ? 'loss' : 'text-ink-1'}>
              {f.usd(stake)}
            </output>
            <span className="text-ink-3">{t('bankroll.stake.of', { balance: f.usd(funds.balance) })}</span>
          </div>
          <div className="sld">
            <input
              id="stake-share"
              type="range"
              {...range}
              value={share.share * 100}
              aria-label={t('bankroll.stake.slider')}
              aria-valuetext={t('bankroll.stake.value', { share: percent, stake: f.usd(stake) })}
              style={{ '--at': where(share.share * 100) } as Record<string, string>}
              onChange={({ target }) => share.choose(Number(target.value) / 100)}
            />
            <div className="sldt text-13 text-ink-3 tabular-nums" aria-hidden="true">
              <span style={{ left: where(stakeRule.share * 100) }}>{f.percent(stakeRule.share)}</span>
              <span style={{ left: where(5) }}>{f.percent(0.05)}</span>
              <span className="end">{f.percent(0.1)}</span>
            </div>
          </div>
          {share.isBelowMin && (
            <p className="text-14 warn-t">
              {t('bankroll.stake.least', {
                least: f.usd(stakeRule.minStake),
                share: percentText(stakeRule.minStake / funds.balance, f.percent),
              })}
            </p>
          )}
          <Rule share={share} />
        </div>
        <dl className="dl p-card phone:py-2">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** The slider explores; only this button sets the rule. */
function Rule({ share: { share, rule, makeRule } }: { share: ShareChoice }) {
  const { t, f } = usePhrases();
  return (
    <div className="flex items-center flex-wrap gap-x-4 gap-y-2">
      <Button look="s sm" disabled={share === rule} onClick={makeRule} text={t('bankroll.stake.makeRule')} />
      <span role="status" className="text-14 text-ink-3">
        {rule === null
          ? t('bankroll.stake.noRule')
          : t('bankroll.stake.ownRule', { share: percentText(rule, f.percent) })}
      </span>
    </div>
  );
}

/** Without trailing zeros. */
export const percentText = (share: number, chanceText: (share: number, decimals?: number) => string): string =>
  chanceText(share, Math.round(share * 1_000) % 10 === 0 ? 0 : 1);
