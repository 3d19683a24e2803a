/** Safe markup; every other value in a template is text and is escaped. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | false | readonly Html[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const filled = strings.map((text, i) => text + (i < parts.length ? toMarkup(parts[i] ?? null) : ''));
  return new Html(filled.join(''));
}

function toMarkup(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(({ markup }) => markup).join('');
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export const option = (value: string, text: string, isSelected: boolean): Html =>
  isSelected
    ? html`<option value="${value}" selected>${text}</option>`
    : html`<option value="${value}">${text}</option>`;
