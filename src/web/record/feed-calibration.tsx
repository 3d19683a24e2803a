import { Scale } from 'lucide-react';
import type { FeedCalibration as Calibration } from '#contract/record/cards.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import { type AiModelKey, trainedModelKeys } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { TableHead } from '../ui/data-table.tsx';

interface FeedCalibrationProps {
  readonly model: AiModelKey;
  /** Null: not calibrated yet. */
  readonly calibration: Calibration | null;
}

/** How a model is calibrated on the running feed, or a note that it is not calibrated yet. */
export function FeedCalibration({ model, calibration }: FeedCalibrationProps) {
  const { t, f } = usePhrases();
  // Language models follow their own record; the manual model repeats forecasts of others.
  if (!trainedModelKeys.includes(model)) return null;
  if (!calibration) return <Note icon={Scale}>{t('record.calibration.none')}</Note>;
  const [from, to] = [f.date(Date.parse(calibration.from)), f.date(Date.parse(calibration.to))];
  return (
    <div className="flex flex-col gap-2">
      <h3 className="h4">{t('record.calibration.title')}</h3>
      <p className="text-14">{t('record.calibration.period', { from, to, number: f.count(calibration.decisions) })}</p>
      <Factors sessions={calibration.sessions} />
    </div>
  );
}

/** Number of factors once the feed has enough data for every duration and session. */
const allFactors = 15;

function Factors({ sessions }: { sessions: Calibration['sessions'] }) {
  const { t, f } = usePhrases();
  const bySession = marketSessions.map((session) => ({
    session,
    own: sessions.filter((one) => one.session === session),
  }));
  return (
    <details className="overflow-x-auto">
      <summary className="min-h-11 py-3 text-[length:var(--fs-14)] text-ink-1 cursor-pointer">
        {t('record.calibration.table')}
      </summary>
      <table className="tbl [&_td]:py-2.5 [&_td]:pr-5 [&_td]:pl-0 [&_th]:py-2.5 [&_th]:pr-5 [&_th]:pl-0">
        <caption className="sr-only">{t('record.calibration.title')}</caption>
        <TableHead
          columns={[
            [t('record.calibration.duration')],
            [t('record.calibration.factor'), 'r'],
            [t('record.calibration.interval'), 'r'],
          ]}
        />
        {bySession
          .filter(({ own }) => own.length > 0)
          .map(({ session, own }) => (
            <tbody key={session}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {t(`record.calibration.${session}`)}
                </th>
              </tr>
              {own.map(({ duration, factor, low, high }) => (
                <tr key={duration}>
                  <td>{duration}</td>
                  <td className="r">{f.exact(factor, 2)}</td>
                  <td className="r">{f.range(low, high, (value) => f.exact(value, 2))}</td>
                </tr>
              ))}
            </tbody>
          ))}
      </table>
      {sessions.length < allFactors && <p className="pt-3 text-14 text-ink-3">{t('record.calibration.missing')}</p>}
    </details>
  );
}
