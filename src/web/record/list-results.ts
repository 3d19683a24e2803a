import { hasEdge } from '#domain/signals/edge.ts';
import type { RecordEntries } from '#contract/record/record.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import type { OutcomeLeaf, SignalLeaf } from '#record/leaf.ts';
import { deriveResult, parsePrices } from '#record/lines.ts';

/** What came of each signal with an edge that is not voided. The page of the record checks what a list shows. */
export const listResults = ({ items }: RecordEntries): Exclude<Outcome, 'void'>[] =>
  items.flatMap(({ signal: { text }, outcome, voided }) => {
    if (text === null || !outcome?.text || voided) return [];
    const signal = parse<SignalLeaf>(text);
    const prices = parsePrices(parse<OutcomeLeaf>(outcome.text).prices[0] ?? '');
    const result = prices && hasEdge(signal) ? deriveResult(signal, prices) : 'void';
    return result === 'void' ? [] : result;
  });

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a validator would weigh more than the page
const parse = <Leaf>(text: string): Leaf => JSON.parse(text) as Leaf;
