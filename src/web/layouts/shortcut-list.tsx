import { Fragment } from 'react';
import type { PhraseKey } from '../language/phrase-key.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { useStored, writeStored } from '../storage/stored.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { shortcuts } from './shortcut-keys.ts';

const rows = Object.entries(shortcuts).map(([keys, action]) => ({ keys: keys.split(' '), action }));

/** With a switch for users of speech input or screen readers (WCAG 2.1.4). */
export default function ShortcutList({ canTrade, onClose }: { canTrade: boolean; onClose: () => void }) {
  const { t } = usePhrases();
  const isOn = useStored('shortcuts') !== 'off';
  const shown = rows.filter(({ action }) => canTrade || !forTraders.some((trading) => trading === action));
  return (
    <Dialog title={t('common.shortcuts.title')} onClose={onClose}>
      <p className="text-14 text-ink-3">{t('common.shortcuts.lead')}</p>
      <dl className="grid mt-3 mb-5">
        {shown.map(({ keys, action }) => (
          <Row key={action} keys={keys} meaning={`common.shortcuts.${action}`} />
        ))}
        <Row keys={['Esc']} meaning="common.shortcuts.close" />
      </dl>
      <SwitchRow
        label={t('common.shortcuts.on')}
        note={t('common.shortcuts.note')}
        isOn={isOn}
        onToggle={() => writeStored('shortcuts', isOn ? 'off' : null)}
      />
    </Dialog>
  );
}

const forTraders = ['signal', 'history', 'get'] as const;

type Meaning = Extract<PhraseKey, `common.shortcuts.${string}`>;

function Row({ keys, meaning }: { keys: readonly string[]; meaning: Meaning }) {
  const { t } = usePhrases();
  return (
    <div className="flex items-center justify-between gap-4 py-2.25 not-first:border-t not-first:border-line">
      <dt>{t(meaning)}</dt>
      <dd className="flex items-center gap-2">
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && <span className="text-13 text-ink-3">{t('common.shortcuts.followedBy')}</span>}
            <kbd className="min-w-7 py-0.75 px-2 border border-(--line-3) rounded-(--r-xs) bg-s2 text-ink-1 font-(family-name:--font-text) text-[length:var(--fs-13)]/[1.4] font-semibold text-center">
              {key}
            </kbd>
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
