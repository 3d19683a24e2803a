import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { type Compared, RecordError } from '#web/record/ask-record.ts';
import type { Found } from '#web/record/check-record.ts';
import { TextLink } from '#web/ui/text-link.tsx';

type AnyChecked = Compared<keyof Found>;

/** Nothing contradicts the signed record; a comparison without an answer is no contradiction. */
export const isSound = (checked: AnyChecked): boolean => checked.failureCount === 0 && isContinued(checked);

const isContinued = ({ continuity }: AnyChecked): boolean => continuity !== 'rewritten' && continuity !== 'other_key';

const maxShown = 5;

/** Rules that a page can find broken, by the numbers of docs/record.md. */
const rules = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15] as const;

/** States that everything matches, or what does not. */
export function Verdict({ checked, matches }: { checked: AnyChecked; matches: string }) {
  const { t, f } = usePhrases();
  const isWhole = isSound(checked);
  const Icon = isWhole ? ShieldCheck : ShieldAlert;
  return (
    <>
      <p className={`flex items-center gap-2 ${isWhole ? 'win' : 'loss'}`}>
        <Icon className="ic" />
        {isWhole ? matches : t('record.broken', { number: f.count(Math.max(1, checked.failureCount)) })}
      </p>
      <Broken checked={checked} />
    </>
  );
}

/** The first entries that break a rule, each with its rule in words. */
export function Broken({ checked }: { checked: AnyChecked }) {
  const { t, f, lang } = usePhrases();
  const { failures } = checked;
  if (failures.length === 0 && isContinued(checked)) return null;
  return (
    <ul className="grid gap-1 text-14">
      {!isContinued(checked) && <li>{t('record.rules.r2')}</li>}
      {failures.slice(0, maxShown).map(({ rule, leaf, text }, i) => {
        const known = rules.find((one) => one === rule);
        return (
          <li key={i} title={text}>
            {leaf !== null && (
              <>
                <TextLink to={paths.record(lang, leaf)} text={t('record.number', { number: f.count(leaf) })} />
                {': '}
              </>
            )}
            {known ? t(`record.rules.r${known}`) : text}
          </li>
        );
      })}
    </ul>
  );
}

/** Why nothing could be checked. */
export function ErrorNote({ error }: { error: unknown }) {
  const { t } = usePhrases();
  const code = error instanceof RecordError ? error.code : 'unreadable';
  return <p className="text-14 warn">{t(`record.error.${code}`)}</p>;
}
