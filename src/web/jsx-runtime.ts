import { createElement, type ElementType, type ReactNode } from 'react';
import { Fragment, jsx as create, jsxs as createStatic } from 'react/jsx-runtime';

/**
 * React's JSX runtime (`jsxImportSource`), but a text beside other children is in an element of its
 * own. Page translators and other extensions replace text nodes: React would update one that is no
 * longer in the page, or fail to remove it and lose the screen. The text of an element that has
 * nothing else is replaced whole. Figures are marked as not to be translated.
 */
export { Fragment };
export type { JSX } from 'react/jsx-runtime';

type Type = ElementType<Props>;
interface Props {
  readonly children?: ReactNode;
  readonly translate?: 'yes' | 'no';
}
type Key = string | undefined;

/** One child. */
export const jsx = (type: Type, props: Props, key?: Key): ReactNode =>
  isText(props.children) && type === Fragment ? alone(props.children, key) : create(type, asFigure(type, props), key);

/** Several children. */
export function jsxs(type: Type, props: Props & { readonly children: readonly ReactNode[] }, key?: Key): ReactNode {
  const { children } = props;
  const others = children.filter((child) => !isText(child) && !isNothing(child));
  if (others.length === 0) return jsx(type, { ...props, children: toText(children) }, key);
  if (isTextOnly(type)) return createStatic(type, props, key);
  return createStatic(type, { ...props, children: children.map(standAlone) }, key);
}

/** Development builds call it instead of the two above. */
export const jsxDEV = (type: Type, props: Props, key: Key, isStatic: boolean): ReactNode =>
  isStatic && isSeveral(props) ? jsxs(type, props, key) : jsx(type, props, key);

const isSeveral = (props: Props): props is Props & { readonly children: readonly ReactNode[] } =>
  Array.isArray(props.children);

const isText = (child: ReactNode): child is string | number => typeof child === 'string' || typeof child === 'number';
const isNothing = (child: ReactNode): boolean => child === null || child === undefined || typeof child === 'boolean';
const toText = (children: readonly ReactNode[]): string => children.filter(isText).join('');

/** Elements that may hold nothing but text, or in drawings nothing of HTML. */
const textOnly = ['option', 'script', 'style', 'text', 'textarea', 'title', 'tspan'];
const isTextOnly = (type: Type): boolean => typeof type === 'string' && textOnly.includes(type);

/** A run of texts becomes one element in the place of the first, so that all others keep theirs. */
function standAlone(child: ReactNode, at: number, children: readonly ReactNode[]): ReactNode {
  if (!isText(child)) return child;
  if (at > 0 && isText(children[at - 1])) return null;
  const end = children.findIndex((other, index) => index > at && !isText(other));
  const text = toText(children.slice(at, end === -1 ? undefined : end));
  // Translators leave white space alone.
  return text.trim() === '' ? text : alone(text);
}

const alone = (text: string | number, key?: Key): ReactNode =>
  createElement('bdi', { key, ...(isFigure(String(text)) && { translate: 'no' }) }, text);

/** Prices, percentages and times change by themselves: a translation that comes late would be an old one. */
const asFigure = (type: Type, props: Props): Props =>
  typeof type === 'string' && isText(props.children) && isFigure(String(props.children))
    ? { translate: 'no', ...props }
    : props;

const isFigure = (text: string): boolean => /\d/.test(text) && !/\p{L}/u.test(text);
