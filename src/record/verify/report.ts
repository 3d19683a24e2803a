/**
 * Called with each leaf that breaks a rule of docs/record.md. `rule`: its number there, under which
 * failures are counted; `sentence`: what is wrong with the leaf.
 */
export type Report = (index: number, rule: string, sentence: string) => void;
