/** Media features typical of assistive technology, which itself is not detectable by a page. */
const traces = ['(forced-colors: active)', '(inverted-colors: inverted)', '(prefers-contrast: more)'];

export const mayUseAssistance = (matches: (query: string) => boolean): boolean => traces.some(matches);
