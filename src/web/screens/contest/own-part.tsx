import type { Contest } from '#contract/contest.ts';
import { OwnTrades } from './own-trades.tsx';
import { ProofsCard } from './proofs-card.tsx';

interface OwnPartProps {
  readonly contest: Contest;
  readonly me: NonNullable<Contest['me']>;
  readonly onSent: () => void;
}

/** Only for participants: lazy, so a visitor's page loads without it. */
export function OwnPart({ contest, me, onSent }: OwnPartProps) {
  return (
    <div className="wrap flex flex-col gap-6 contest-own">
      {contest.state !== 'announced' && <OwnTrades contest={contest} me={me} />}
      <ProofsCard contest={contest} me={me} onSent={onSent} />
    </div>
  );
}
