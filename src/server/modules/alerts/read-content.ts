import type { AlertContent, ResultContent } from './alert-content.ts';

type Stored = Readonly<Record<string, unknown>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by match-minute.ts alone
export const toAlertContent = (stored: Stored): AlertContent => stored as unknown as AlertContent;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by notify-results.ts alone
export const toResultContent = (stored: Stored): ResultContent => stored as unknown as ResultContent;
