import type { LlmReason } from '#domain/signals/llm-model.ts';

/** What is asked: English text with numbers of one pair, and nothing of any user. */
export interface LlmQuestion {
  readonly instructions: string;
  readonly readings: string;
}

export interface LlmAnswer {
  /** P(up) as the model states it, 0 to 1: calibrated by nobody. */
  readonly pUp: number;
  readonly reasons: readonly LlmReason[];
  /** Tokens as the service counted them; null: it did not say. */
  readonly usage: { readonly question: number; readonly answer: number } | null;
  /** US dollars; null: the price or the tokens are not known. */
  readonly costUsd: number | null;
}

export type LlmErrorKind =
  | 'timeout'
  | 'service_down'
  | 'rate_limited'
  | 'quota_spent'
  | 'key_refused'
  | 'model_unknown'
  | 'question_refused'
  /** The model would not answer. */
  | 'declined'
  /** It answered something that is no forecast. */
  | 'junk';

/** No answer, whatever the cause. `retryAfterS`: what the service asked for. */
export class LlmUnavailable extends Error {
  readonly kind: LlmErrorKind;
  readonly retryAfterS: number | null;
  constructor(
    kind: LlmErrorKind,
    { retryAfterS = null, cause }: { retryAfterS?: number | null; cause?: unknown } = {},
  ) {
    super(kind, { cause });
    this.name = 'LlmUnavailable';
    this.kind = kind;
    this.retryAfterS = retryAfterS;
  }
}

/** The port: one model behind one service. Answers within 8 s or throws LlmUnavailable. */
export interface Llm {
  /** The model as its service calls it. */
  readonly name: string;
  judge(question: LlmQuestion): Promise<LlmAnswer>;
}
