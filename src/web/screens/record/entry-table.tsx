import { Lock } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Forecast, ModelName, ProofMark, ResultChip } from '#web/record/entry-parts.tsx';
import { shortHash } from '#web/record/entry-proof.tsx';
import { type Entry, parseSignalLeaf } from '#web/record/check/signal-leaf.ts';
import { TableHead } from '#web/ui/data-table.tsx';

export interface EntriesProps {
  readonly items: readonly Entry[];
  /** False: no witness is required, so none of them is proven. */
  readonly isProofShown: boolean;
  readonly onCheck: (entry: string) => void;
}

export function EntryTable({ items, isProofShown, onCheck }: EntriesProps) {
  const { t } = usePhrases();
  return (
    <table className="tbl">
      <caption className="sr-only">{t('record.list.title')}</caption>
      <TableHead
        columns={[
          ...(['number', 'at', 'pair', 'forecast', 'model', 'result'] as const).map(
            (column) => [t(`record.list.${column}`)] as const,
          ),
          [t('record.list.hash'), 'r'],
        ]}
      />
      <tbody>
        {items.map((entry) => (
          <Row key={entry.issued.index} {...{ entry, isProofShown, onCheck }} />
        ))}
      </tbody>
    </table>
  );
}

interface EntryProps extends Omit<EntriesProps, 'items'> {
  readonly entry: Entry;
}

function Row({ entry: { issued, ended, proof }, isProofShown, onCheck }: EntryProps) {
  const { t, f } = usePhrases();
  const at = Date.parse(issued.at);
  const stated = parseSignalLeaf(issued.leaf);
  return (
    <tr>
      <th scope="row">{f.count(issued.index)}</th>
      <td>
        <time dateTime={issued.at}>
          {f.date(at)} {f.time(at)}
        </time>
        {isProofShown && <ProofMark state={proof} />}
      </td>
      {stated ? (
        <>
          <td className="pairc">{stated.pair}</td>
          <td>
            <Forecast stated={stated} />
          </td>
          <td>
            <ModelName model={stated.model} />
          </td>
        </>
      ) : (
        <td colSpan={3}>
          <span className="flex items-center gap-2">
            <Lock className="ic" />
            {t('record.list.shut')}
          </span>
        </td>
      )}
      <td>
        <ResultChip leaf={ended?.leaf} />
      </td>
      <td className="r">
        <button
          type="button"
          className="link mono rec-hash"
          aria-label={t('record.list.check', { number: f.count(issued.index) })}
          title={issued.leafHash}
          onClick={() => onCheck(String(issued.index))}
        >
          {shortHash(issued.leafHash)}
        </button>
      </td>
    </tr>
  );
}

/** Cards in place of the table, for phones. */
export const EntryCards = ({ items, isProofShown, onCheck }: EntriesProps) => (
  <ul>
    {items.map((entry) => (
      <EntryCard key={entry.issued.index} {...{ entry, isProofShown, onCheck }} />
    ))}
  </ul>
);

function EntryCard({ entry: { issued, ended, proof }, isProofShown, onCheck }: EntryProps) {
  const { t, f } = usePhrases();
  const at = Date.parse(issued.at);
  const stated = parseSignalLeaf(issued.leaf);
  return (
    <li className="hrow">
      {stated ? (
        <b className="text-ink-1">{stated.pair}</b>
      ) : (
        <span className="flex items-center gap-2 text-ink-3 text-14">
          <Lock className="ic" />
          {t('record.list.shut')}
        </span>
      )}
      <ResultChip leaf={ended?.leaf} />
      {stated && (
        <>
          <span className="rec-line text-14">
            <Forecast stated={stated} />
          </span>
          <span className="rec-line text-14">
            <ModelName model={stated.model} />
          </span>
        </>
      )}
      {isProofShown && (
        <span className="rec-line">
          <ProofMark state={proof} />
        </span>
      )}
      <div className="rec-line rec-foot">
        <span className="text-13 text-ink-3 tabular-nums">
          {t('record.list.number')} {f.count(issued.index)},{' '}
          <time dateTime={issued.at}>{`${f.date(at)} ${f.time(at)}`}</time>
        </span>
        <button
          type="button"
          className="link mono rec-hash"
          aria-label={t('record.list.check', { number: f.count(issued.index) })}
          onClick={() => onCheck(String(issued.index))}
        >
          {shortHash(issued.leafHash)}
        </button>
      </div>
    </li>
  );
}
