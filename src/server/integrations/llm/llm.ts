import type { LlmReason } from '#domain/signals/ai-model.ts';

/** The prompt: English text with numbers of one pair, without any user data. */
export interface LlmQuestion {
  readonly instructions: string;
  readonly readings: string;
}

export interface LlmAnswer {
  /** P(up) as stated by the model, 0 to 1; not calibrated. */
  readonly pUp: number;
  readonly reasons: readonly LlmReason[];
  /** Tokens as counted by the service; null: not reported. */
  readonly usage: { readonly question: number; readonly answer: number } | null;
  /** US dollars; null: the price or the tokens are unknown. */
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
  /** The model declined to answer. */
  | 'declined'
  /** The answer is not a forecast. */
  | 'junk';

/** No answer, for any cause. `retryAfterS`: as requested by the service. */
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
  /** Name of the model at its service. */
  readonly name: string;
  judge(question: LlmQuestion): Promise<LlmAnswer>;
}
