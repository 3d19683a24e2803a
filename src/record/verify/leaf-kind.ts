/** The kinds under which a record lists its leaves. */
type LeafKind = 'signal' | 'forecast' | 'outcome' | 'void' | 'gap' | 'calibration' | 'succession' | 'closing';

interface Form {
  readonly kind: LeafKind;
  /** The value of the field `form`; null: leaves of this kind have none. */
  readonly form: string | null;
  readonly fields: readonly string[];
  /** Not in every leaf of this form. */
  readonly optional?: readonly string[];
}

/** Every field that a leaf of each form has (docs/record.md). */
const forms: readonly Form[] = [
  {
    kind: 'signal',
    form: null,
    fields: [
      'direction',
      'duration',
      'feed',
      'id',
      'issuedAt',
      'model',
      'modelVersion',
      'nonce',
      'passability',
      'symbol',
    ],
    optional: ['hasEdge', 'seq'],
  },
  {
    kind: 'outcome',
    form: null,
    fields: ['closePrice', 'closingTickAt', 'expiresAt', 'openPrice', 'openedAt', 'result', 'signal'],
    optional: ['late'],
  },
  { kind: 'void', form: null, fields: ['at', 'reason', 'result', 'signal'], optional: ['cause'] },
  {
    kind: 'forecast',
    form: 'minute/1',
    fields: ['feed', 'forecasts', 'inTurn', 'issuedAt', 'nonce'],
    optional: ['inputs', 'played', 'seq'],
  },
  {
    kind: 'forecast',
    form: 'answer/1',
    fields: [
      'calibrated',
      'duration',
      'feed',
      'issuedAt',
      'minute',
      'model',
      'nonce',
      'question',
      'seq',
      'signalFrom',
      'stated',
      'symbol',
      'version',
    ],
  },
  { kind: 'outcome', form: 'minute-prices/1', fields: ['forecast', 'prices'] },
  { kind: 'gap', form: 'gap/1', fields: ['feed', 'from', 'reason', 'to'], optional: ['silentFrom', 'silentTo'] },
  {
    kind: 'calibration',
    form: 'calibration/1',
    fields: ['at', 'decisions', 'factors', 'feed', 'from', 'model', 'to', 'version'],
    optional: ['played'],
  },
  { kind: 'succession', form: 'succession/1', fields: ['at', 'previous', 'reason'], optional: ['previousKey'] },
  {
    kind: 'closing',
    form: 'closing/1',
    fields: ['chain', 'closedAt', 'contest', 'endsAt', 'entries', 'listHash', 'round', 'undecided'],
  },
];

/** The kind that follows from the fields of a leaf alone; null: it has none of the forms. */
export function kindFromFields(leaf: Readonly<Record<string, unknown>>): LeafKind | null {
  const { form = null, ...rest } = leaf;
  const names = Object.keys(rest);
  const found = forms.find(
    (one) =>
      one.form === form &&
      one.fields.every((field) => field in rest) &&
      names.every((name) => one.fields.includes(name) || one.optional?.includes(name)),
  );
  return found?.kind ?? null;
}
