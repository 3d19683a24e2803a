/** Letters between marks, and long runs of small letters, with the marks before them. */
const words = /[\s\p{P}]*(?:(?<![\p{L}\d])(?:\p{Lu}?\p{Ll}+|\p{Lu}+)(?![\p{L}\d])|\p{Ll}{8,})/gu;

/** Bits of a random character; of words, those of a passphrase from the EFF's longest list. */
const bits = { digit: Math.log2(10), hexadecimal: 4, base64: 6, ofWords: 2.4 } as const;

/** The random bits that a secret of this form can have at most. Repetition adds none. */
export function estimateSecretBits(secret: string): number {
  const once = secret.replaceAll(/(.{6,}?)\1+/gs, '$1').replaceAll(/(.)\1{5,}/gs, '$1');
  return once.length * bits[getForm(once)];
}

function getForm(text: string): keyof typeof bits {
  if (/^\d+$/.test(text)) return 'digit';
  if (/^(?:[\da-f]+|[\dA-F]+)$/.test(text)) return 'hexadecimal';
  // Random characters form a word by chance, but rarely half of the text.
  return text.replaceAll(words, '').length > text.length / 2 ? 'base64' : 'ofWords';
}
