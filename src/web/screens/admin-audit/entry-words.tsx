import { Link } from 'react-router';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { operatorId } from '#domain/accounts/audit-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

/** The actor: a user, or an operator by a command; a deleted account is shown by its id. */
export function Actor({ actor }: Pick<AuditEntry, 'actor'>) {
  const { t } = usePhrases();
  if (actor.id === operatorId) return t('admin.audit.operator');
  return actor.email ?? <span title={actor.id}>{t('admin.audit.gone')}</span>;
}

/** The target: a signal number links to the signal, a user is shown by the e-mail address. */
export function Target({ entry: { targetId, targetEmail, targetNumber } }: { entry: AuditEntry }) {
  const { t, f, lang } = usePhrases();
  if (targetNumber !== null) {
    return (
      <Link className="link" to={paths.adminSignal(lang, targetId)}>
        {t('admin.audit.signalNumber', { n: f.count(targetNumber) })}
      </Link>
    );
  }
  return targetEmail ?? <span className="mono">{targetId.slice(0, 8)}</span>;
}

/** The administrator's reason, otherwise what changed. */
export function Why({ entry: { reason, before, after } }: { entry: AuditEntry }) {
  const { t } = usePhrases();
  const words = (state: AuditEntry['after']): string =>
    Object.values(state ?? {})
      .map((value) =>
        typeof value === 'boolean' ? t(value ? 'admin.audit.yes' : 'admin.audit.no') : String(value ?? '—'),
      )
      .join(', ');
  if (reason !== null) return reason;
  if (before && after) return t('admin.audit.change', { before: words(before), after: words(after) });
  return '—';
}

const shown = 8;

export function Fingerprint({ entry: { fingerprint, isIntact } }: { entry: AuditEntry }) {
  const { t } = usePhrases();
  return (
    <>
      <span className="mono adm-fingerprint">{fingerprint?.slice(0, shown) ?? '—'}</span>
      {!isIntact && <b className="loss adm-broken">{t('admin.audit.isBroken')}</b>}
    </>
  );
}
