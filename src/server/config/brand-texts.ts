import type { Brand, LegalText, Question } from '#contract/brand.ts';

/** A file of the brand that is not what it should be. */
export class TextError extends Error {
  readonly found: string;
  readonly allowed: string;
  constructor(found: string, allowed: string) {
    super(`${found}: allowed is ${allowed}`);
    this.found = found;
    this.allowed = allowed;
  }
}

/** Names in a text that the brand fills in, such as `{{support}}`. */
const placeholders = ['brand', 'support', 'company', 'address'] as const;

/** A paragraph or list item with a value that the brand lacks is left out. */
export function fillText(text: string, { name, supportEmail, company }: Brand): string {
  const values: Readonly<Record<string, string | undefined>> = {
    brand: name,
    support: supportEmail,
    company: company?.name,
    address: company?.address,
  };
  const isFilled = (line: string): boolean => [...line.matchAll(placeholder)].every(([, key = '']) => values[key]);
  const lines = text.split('\n').filter(isFilled);
  return lines.join('\n').replaceAll(placeholder, (_, key: string) => values[key] ?? '');
}

const placeholder = /\{\{(\w+)\}\}/g;

const legalForm =
  'a title (# …), a sentence on it, a list (- …) of what matters most, then sections (## …, the risk warning ending in {#risk}) of paragraphs and lists';

/** A legal page in the part of Markdown that it needs: headings, paragraphs and lists, each on one line. */
export function parseLegalText(text: string): LegalText {
  const [head = [], ...sections] = splitSections(text, legalForm);
  const [title = '', description = '', ...short] = head;
  const points = short.map(toPoint);
  const isHead = title.startsWith('# ') && points.length > 0 && points.every((point) => point !== null);
  if (!isHead || sections.length === 0) throw new TextError(title, legalForm);
  const risk = sections.find(([heading]) => heading?.endsWith(riskMark));
  return {
    title: title.slice(2),
    description,
    short: points.filter((point) => point !== null),
    risk: risk ? { title: toHeading(risk).replace(riskMark, ''), paragraphs: risk.slice(1) } : null,
    sections: sections.filter((section) => section !== risk).map(toSection),
  };
}

const riskMark = ' {#risk}';

/** The questions of the home page: each a heading (## …) and its answer, one paragraph. */
export function parseQuestions(text: string): Question[] {
  const form = 'questions (## …), each with an answer of one paragraph';
  const [head = [], ...sections] = splitSections(text, form);
  const wrong = sections.find((section) => section.length !== 2) ?? (sections.length === 0 ? [''] : null);
  if (head.length > 0 || wrong) throw new TextError((wrong ?? head)[0] ?? '', form);
  return sections.map((section) => ({ question: toHeading(section), answer: section[1] ?? '' }));
}

const filledIn = placeholders.map((name) => `{{${name}}}`).join(', ');
const plain = `without emphasis, links, tables and numbered lists; ${filledIn} are filled in`;

/** Paragraphs, list items and headings, one a line; a section begins with its heading. */
function splitSections(text: string, form: string): string[][] {
  const sections: string[][] = [[]];
  for (const line of text.split('\n').map((one) => one.trim())) {
    const unknown = [...line.matchAll(placeholder)].find(([, key]) => !placeholders.some((name) => name === key));
    if (unknown || /^(#{3,}|>|\*|\||```|\d+\. )|\*\*|\]\(/.test(line)) throw new TextError(line, `${form}; ${plain}`);
    if (line.startsWith('## ')) sections.push([line]);
    else if (line !== '') sections.at(-1)?.push(line);
  }
  return sections;
}

const toHeading = ([heading = '']: readonly string[]): string => heading.slice(3);
const toPoint = (line: string): string | null => (line.startsWith('- ') ? line.slice(2) : null);

function toSection(section: readonly string[]): LegalText['sections'][number] {
  const lines = section.slice(1);
  const points = lines.map(toPoint).filter((point) => point !== null);
  const paragraphs = lines.slice(0, lines.length - points.length);
  const late = paragraphs.find((line) => toPoint(line) !== null);
  if (late !== undefined) throw new TextError(late, `${legalForm}; the list of a section is its end`);
  return { title: toHeading(section), paragraphs, points };
}
