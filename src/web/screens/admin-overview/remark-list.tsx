import { CircleCheck } from 'lucide-react';
import { modelReasonIn } from '#web/admin/admin-texts.ts';
import { spanIn } from '#web/admin/spans.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { Remark } from './attention.ts';

/** Issues that need attention, each with its effect on users. */
export function RemarkList({ remarks }: { remarks: readonly Remark[] }) {
  const phrases = usePhrases();
  const { t } = phrases;
  return (
    <section className="card" aria-labelledby="attention">
      <div className="card-h">
        <h2 className="h3" id="attention">
          {t('admin.overview.attention')}
        </h2>
      </div>
      {remarks.length === 0 ? (
        <p className="p-card flex items-center gap-2 text-14">
          <CircleCheck className="ic size-4 win" aria-hidden="true" />
          {t('admin.overview.nothing')}
        </p>
      ) : (
        <ul className="att">
          {remarks.map((remark) => {
            const { title, text } = describeRemark(remark, phrases);
            return (
              <li key={title}>
                <b className="text-ink-1 font-semibold">{title}</b>
                <p className="text-14">{text}</p>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function describeRemark(remark: Remark, phrases: Phrases): { title: string; text: string } {
  const { t } = phrases;
  const title = getTitle(remark, phrases);
  if (remark.kind !== 'modelAway') return { title, text: t(`admin.attention.${remark.kind}.text`) };
  return { title, text: t('admin.attention.modelAway.text', { reason: modelReasonIn(phrases, remark.reason) }) };
}

function getTitle(remark: Remark, phrases: Phrases): string {
  const { t, f } = phrases;
  switch (remark.kind) {
    case 'feedStale':
      return t('admin.attention.feedStale.title', { age: spanIn(phrases, remark.ageMs) });
    case 'pairsSilent':
      return t('admin.attention.pairsSilent.title', { n: f.count(remark.n), all: f.count(remark.all) });
    case 'mailStuck':
      return t('admin.attention.mailStuck.title', { time: f.clock(Date.parse(remark.since)) });
    case 'databaseSlow':
      return t('admin.attention.databaseSlow.title', { time: spanIn(phrases, remark.ms) });
    case 'mailFailed':
    case 'overdue':
    case 'jobsFailed':
      return t(`admin.attention.${remark.kind}.title`, { n: f.count(remark.n) });
    case 'modelAway':
    case 'modelFlagged':
      return t(`admin.attention.${remark.kind}.title`, { model: remark.model });
    default:
      return t(`admin.attention.${remark.kind}.title`);
  }
}
