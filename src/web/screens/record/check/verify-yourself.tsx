import { Copy } from 'lucide-react';
import { useState } from 'react';
import { recordPaths } from '#contract/paths.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useIsBuilt } from '#web/ui/use-is-built.ts';

const vectorsFile = '/record-test-vectors.json';

/** Ways to verify that do not depend on this page. */
export function VerifyYourself() {
  const { t } = usePhrases();
  const isBuilt = useIsBuilt();
  const [isCopied, setIsCopied] = useState(false);
  const command = `npm run verify-record -- ${isBuilt ? 'https://…' : location.origin}`;
  const copy = (): void => {
    void navigator.clipboard?.writeText(command).then(() => setIsCopied(true));
  };
  return (
    <details className="ver-self">
      <summary>{t('recordCheck.verify.yourself')}</summary>
      <div className="flex flex-col gap-3 text-14">
        <p>{t('recordCheck.verify.yourselfText')}</p>
        <div className="ver-cmd">
          <code className="mono">{command}</code>
          <button type="button" className="ibtn bare" aria-label={t('recordCheck.verify.copy')} onClick={copy}>
            <Copy className="ic" aria-hidden="true" />
          </button>
        </div>
        <span role="status" className="text-13 text-ink-3">
          {isCopied && t('recordCheck.verify.copied')}
        </span>
        <p className="flex items-center flex-wrap gap-4">
          <a className="link" href={vectorsFile}>
            {t('recordCheck.verify.vectors')}
          </a>
          <a className="link" href={recordPaths.key}>
            {t('recordCheck.verify.key')}
          </a>
          <a className="link" href={recordPaths.checkpoint}>
            {t('recordCheck.verify.checkpoint')}
          </a>
        </p>
      </div>
    </details>
  );
}
