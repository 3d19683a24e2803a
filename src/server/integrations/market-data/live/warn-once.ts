const maxSentences = 100;

/**
 * Passes each sentence once and a limited number in total, because the other side controls some of
 * the text.
 */
export function warnOnce(warn: (sentence: string) => void): (sentence: string) => void {
  const stated = new Set<string>();
  return (sentence) => {
    if (stated.has(sentence) || stated.size > maxSentences) return;
    stated.add(sentence);
    warn(sentence);
  };
}
