import { type Finding, showFinding } from '#server/modules/system/checkup/findings.ts';

const symbols = { ok: '✓', warning: '✗', failure: '✗', absent: '–' } as const;

/** A line for each finding, and below it what to do. */
export const renderCheckup = (findings: readonly Finding[]): string =>
  findings
    .map(showFinding)
    .flatMap(({ subject, state, text, detail, advice }) => [
      `${symbols[state]} ${subject}: ${text}${detail === null ? '' : ` (${detail})`}`,
      ...(advice === null ? [] : [`    ${advice}`]),
    ])
    .map((line) => `${line}\n`)
    .join('');

/** 1: the product cannot run; 2: it runs with less. */
export function toExitCode(findings: readonly Finding[]): 0 | 1 | 2 {
  const states = new Set(findings.map((finding) => showFinding(finding).state));
  if (states.has('failure')) return 1;
  return states.has('warning') ? 2 : 0;
}
