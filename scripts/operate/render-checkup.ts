import { type Finding, findingKinds, hasAdvice } from '#contract/admin/checkup.ts';
import { adminCheckupEn } from '#phrases/admin-checkup/en.ts';

const symbols = { ok: '✓', warning: '✗', failure: '✗', absent: '–' } as const;

/** A line for each finding, and below it what to do. */
export function renderCheckup(findings: readonly Finding[]): string {
  const { subjects, texts, advice } = adminCheckupEn;
  return findings
    .flatMap(({ code, detail }) => {
      const [subject, state] = findingKinds[code];
      const measured = detail === null ? '' : ` (${detail})`;
      const line = `${symbols[state]} ${subjects[subject]}: ${texts[code]}${measured}`;
      return hasAdvice(code) ? [line, `    ${advice[code]}`] : [line];
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** 1: the product cannot run; 2: it runs with less. */
export function toExitCode(findings: readonly Finding[]): 0 | 1 | 2 {
  const states = new Set(findings.map(({ code }) => findingKinds[code][1]));
  if (states.has('failure')) return 1;
  return states.has('warning') ? 2 : 0;
}
