/**
 * Called with each leaf that breaks a rule of docs/record.md. `rule`: the name under which its
 * failures are counted; `sentence`: what is wrong with the leaf.
 */
export type Report = (index: number, rule: string, sentence: string) => void;
