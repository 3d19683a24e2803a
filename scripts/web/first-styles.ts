import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss';

/** What a page is made of, as far as a selector may name it. */
interface Parts {
  readonly classes: ReadonlySet<string>;
  readonly elements: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/**
 * The rules that a built page needs to be drawn as it stands, to be written into it: it then shows at once, while the file with
 * all rules is still on its way. Rather one too many than one too few: what a selector asks for besides classes, elements and
 * ids is taken as given. Left out is what needs a pointer or a printer.
 */
export function firstStyles(css: string, html: string): string {
  const root = postcss.parse(css);
  const parts = partsOf(html);
  keepNeeded(root, parts);
  const text = root.toString();
  root.walkAtRules('keyframes', (rule) => {
    if (!new RegExp(`animation(?:-name)?:[^;}]*\\b${rule.params}\\b`).test(text)) rule.remove();
  });
  return root.toString();
}

export interface SplitStyles {
  readonly fontFaces: string;
  readonly rules: string;
}

export function withoutFontFaces(css: string): SplitStyles {
  const root = postcss.parse(css);
  const fonts = postcss.root();
  root.walkAtRules('font-face', (rule) => void fonts.append(rule));
  return { fontFaces: fonts.toString(), rules: root.toString() };
}

function partsOf(html: string): Parts {
  const body = html.slice(html.indexOf('<body'));
  const found = (pattern: RegExp): string[] => [...body.matchAll(pattern)].map((match) => match[1] ?? '');
  return {
    classes: new Set(found(/\sclass="([^"]*)"/g).flatMap((names) => names.split(/\s+/))),
    elements: new Set(['html', 'body', ...found(/<([a-z][a-z0-9]*)/g)]),
    ids: new Set(found(/\sid="([^"]*)"/g)),
  };
}

function keepNeeded(container: Container<ChildNode>, parts: Parts): void {
  container.each((node) => {
    if (node.type === 'rule') keepSelectors(node, parts);
    else if (node.type === 'atrule' && isGroup(node)) keepGroup(node, parts);
    else if (node.type === 'comment') node.remove();
  });
}

const isGroup = ({ name, nodes }: AtRule): boolean =>
  nodes !== undefined && ['layer', 'media', 'supports', 'container'].includes(name);

function keepGroup(group: AtRule, parts: Parts): void {
  keepNeeded(group, parts);
  if (group.nodes?.length === 0 || /\bprint\b|hover: *hover/.test(group.params)) group.remove();
}

function keepSelectors(rule: Rule, parts: Parts): void {
  const needed = rule.selectors.filter((selector) => mayMatch(selector, parts));
  if (needed.length === 0) rule.remove();
  else rule.selectors = needed;
}

function mayMatch(selector: string, { classes, elements, ids }: Parts): boolean {
  if (/:(hover|active)\b/.test(selector)) return false;
  const plain = withoutArguments(selector).replaceAll(/(?<!\\)(?:\[[^\]]*\]|::?[a-z-]+)/g, ' ');
  const named = (pattern: RegExp): string[] =>
    [...plain.matchAll(pattern)].map((match) => (match[1] ?? '').replaceAll('\\', ''));
  return (
    named(/\.((?:[\w-]|\\.)+)/g).every((name) => classes.has(name)) &&
    named(/#([\w-]+)/g).every((name) => ids.has(name)) &&
    named(/(?:^|[\s>+~])([a-z][a-z0-9]*)/g).every((name) => elements.has(name))
  );
}

/** `a:not(.b)` without the `(.b)`, however deep. */
function withoutArguments(selector: string): string {
  const shorter = selector.replaceAll(/\([^()]*\)/g, '');
  return shorter === selector ? selector : withoutArguments(shorter);
}
